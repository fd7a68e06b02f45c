// Looking on at a table: the board is fetched anew whenever something was done.

import { byId } from "./dom.js";
import { listen, refresher } from "./live.js";

const { token } = byId("watched").dataset;
const refresh = refresher(`/watch/${token}/board`, "watched");

listen(`/watch/${token}/events`, { heal: refresh, turn: refresh });
