// Looking on at a table: the board is fetched anew whenever something was done.

import { listen, refresher } from "./live.js";

const { token } = document.getElementById("watched").dataset;
const refresh = refresher(`/watch/${token}/board`, "watched");

listen(`/watch/${token}/events`, { heal: refresh, turn: refresh });
