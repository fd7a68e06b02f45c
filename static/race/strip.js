// The strip beside a table in a race: how far everybody is.

import { listen, refresher } from "../live.js";
import { showRun } from "./runs.js";

const { code } = document.getElementById("strip").dataset;
const refresh = refresher(`/races/${code}/strip`, "strip");

listen(`/races/${code}/events`, { heal: refresh, room: refresh, run: showRun });
