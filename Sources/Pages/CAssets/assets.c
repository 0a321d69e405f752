#include "CAssets.h"

#ifdef HEARTH_ASSETS

// Defined in files.S.
extern const unsigned char hearth_swagger_script_start[], hearth_swagger_script_end[];
extern const unsigned char hearth_swagger_style_start[], hearth_swagger_style_end[];

struct hearth_asset hearth_swagger_script(void) {
  return (struct hearth_asset){hearth_swagger_script_start, hearth_swagger_script_end - hearth_swagger_script_start};
}

struct hearth_asset hearth_swagger_style(void) {
  return (struct hearth_asset){hearth_swagger_style_start, hearth_swagger_style_end - hearth_swagger_style_start};
}

#else

struct hearth_asset hearth_swagger_script(void) { return (struct hearth_asset){NULL, 0}; }
struct hearth_asset hearth_swagger_style(void) { return (struct hearth_asset){NULL, 0}; }

#endif
