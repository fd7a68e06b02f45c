# Begin a game of Fortress, ask which move is best, and make it.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

session=$(ask "$RAMPART/api/v1/sessions" -d '{"game": "fortress", "deal": "5"}' | jq -r .id)
best=$(ask "$RAMPART/api/v1/analysis" -d '{"game": "fortress", "deal": "5", "moves": []}' | jq -c '.moves[0]')
echo "$best"
move=$(echo "$best" | jq -r .move)
ask "$RAMPART/api/v1/sessions/$session/moves" -d "{\"seq\": 0, \"move\": \"$move\"}" | jq -c '{seq, status}'
