# List the dailies of today, and look at the leaderboard of a day that is over.
set -eu
ask() { curl -sS --fail-with-body -b cookies -c cookies -H 'Content-Type: application/json' "$@"; }

today=$(date -u +%F)
for game in stonewall stronghold six-by-four fortress stalactites; do
  ask "$RAMPART/api/v1/daily/$today/$game" | jq -r '"\(.game): \(.state), sealed as \(.commitment)"'
done
over=$(jq -nr 'now - 2 * 24 * 3600 | strftime("%F")')
ask "$RAMPART/api/v1/daily/$over/fortress/leaderboard?board=solved" | jq -c '{size, rows: .rows[:3]}'
