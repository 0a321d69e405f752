# Shared functions of the scripts that try the package and the container; source this file.

heading() { printf '\n== %s\n' "$*"; }

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

# expect TITLE COMMAND...: fails unless the command succeeds.
expect() {
  local what=$1
  shift
  "$@" || fail "$what"
  printf '   %s\n' "$what"
}

# refuse TITLE COMMAND...: fails if the command succeeds.
refuse() {
  local what=$1
  shift
  ! "$@" || fail "$what"
  printf '   %s\n' "$what"
}

# within SECONDS COMMAND...: repeats the command until it succeeds, at most that long.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.1
  done
}

is() { [ "$1" = "$2" ] || { printf 'found "%s" instead of "%s"\n' "$1" "$2" >&2; return 1; }; }

# log_in URL: prints an access token of alice.
log_in() {
  curl -sSf "$1/api/auth/login" -d '{"username":"alice","password":"a good password"}' |
    sed 's/.*"access_token":"\([^"]*\)".*/\1/'
}

# post_meal URL TOKEN: prints the id of a new meal log.
post_meal() {
  curl -sSf "$1/api/v1/meal-logs/natural" -H "Authorization: Bearer $2" \
    -d '{"raw_input":"2 eggs and 100 g toast","meal_type":"lunch"}' | sed 's/.*"id":"\([^"]*\)".*/\1/'
}

# has_meal URL TOKEN ID: the meal log exists and is completed.
has_meal() {
  curl -sSf "$1/api/v1/meal-logs/$3" -H "Authorization: Bearer $2" | grep -q '"status":"completed"'
}
