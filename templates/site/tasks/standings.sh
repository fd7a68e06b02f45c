# Look at the standings of all time, and at the ratings at a game.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

ask "$RAMPART/api/v1/standings/all?game=fortress" | jq -r '.rows[] | "\(.rank). \(.name): \(.points) points"'
ask "$RAMPART/api/v1/ratings/fortress" | jq -r '.rows[] | "\(.rank). \(.name): \(.rating) ± \(2 * .deviation)"'
ask "$RAMPART/api/v1/standings/all" | jq '{size, me}'
