. ./thermostat.sh
[ "$(heating 20)" = on ] && [ "$(heating 21)" = off ] && [ "$(heating 22)" = off ] && echo "3 passed" || { echo failed; exit 1; }
