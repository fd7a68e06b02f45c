# Ask what every first move of a deal leads to.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

ask "$RAMPART/api/v1/analysis" -d '{"game": "stronghold", "options": {"cell": "one"}, "deal": "17"}' |
  jq -r '"The deal is \(.verdict).", (.moves[] | "\(.move)  \(.verdict)  \(.at_most // "")")'
