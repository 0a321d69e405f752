// The content of the files, as it is. Package.swift adds the folder of HEARTH_ASSETS to the search path.
#ifdef HEARTH_ASSETS
  .section .rodata
  .global hearth_swagger_script_start
  .global hearth_swagger_script_end
hearth_swagger_script_start:
  .incbin "swagger-ui-bundle.js.gz"
hearth_swagger_script_end:
  .global hearth_swagger_style_start
  .global hearth_swagger_style_end
hearth_swagger_style_start:
  .incbin "swagger-ui.css.gz"
hearth_swagger_style_end:
#endif
  // No executable stack.
  .section .note.GNU-stack, "", %progbits
