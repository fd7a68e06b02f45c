# Begin a game of Fortress, bring the Ace of diamonds home, take it back, and give up.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

session=$(ask "$RAMPART/api/v1/sessions" -d '{"game": "fortress", "deal": "4"}' | jq -r .id)
at=$RAMPART/api/v1/sessions/$session
ask "$at/moves" | jq -c .moves
ask "$at/moves" -d '{"seq": 0, "move": "t1-f3"}' | jq -c '{seq, status, f3: .piles.f3}'
ask "$at/undo" -d '{"seq": 1}' | jq -c '{seq, undos}'
ask "$at/give-up" -d '{"seq": 2}' | jq -r .status
