/// Files of other projects, compressed with gzip, that scripts/fetch-assets downloads and a release build contains.
#ifndef HEARTH_CASSETS_H
#define HEARTH_CASSETS_H

#include <stddef.h>

/// The content of one file; `bytes` is NULL and `count` 0 in a build without the files.
struct hearth_asset {
  const unsigned char *bytes;
  size_t count;
};

/// The script of Swagger UI.
struct hearth_asset hearth_swagger_script(void);
/// The style sheet of Swagger UI.
struct hearth_asset hearth_swagger_style(void);

#endif
