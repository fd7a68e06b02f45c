// The sounds of the table, which this program makes: laying a card, bringing a card home, a win.

const SOFT = 0.16;
const APART = 0.09;
const MOST = 13;
const FANFARE = [523.25, 659.25, 783.99, 1046.5];

/** @type {AudioContext | undefined} */
let open;

/** Make a sound `times` times, one after another. @type {(name: "laid" | "home" | "won", times: number) => void} */
export function sound(name, times) {
  open ??= new AudioContext();
  const audio = open;
  void audio.resume();
  const now = audio.currentTime + 0.01;
  if (name === "won") {
    for (const [place, pitch] of FANFARE.entries()) tone(audio, pitch, now + place * 0.13, 0.5);
    return;
  }
  for (let place = 0; place < Math.min(times, MOST); place += 1) {
    tap(audio, now + place * APART);
    if (name === "home") tone(audio, 880, now + place * APART + 0.02, 0.18);
  }
}

// Paper on paper: a short burst of noise with soft edges.
/** @type {(audio: AudioContext, at: number) => void} */
function tap(audio, at) {
  const length = Math.round(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 4;
  const burst = new AudioBufferSourceNode(audio, { buffer });
  const paper = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1900, Q: 0.8 });
  burst
    .connect(paper)
    .connect(new GainNode(audio, { gain: SOFT * 3 }))
    .connect(audio.destination);
  burst.start(at);
}

/** @type {(audio: AudioContext, pitch: number, at: number, lasts: number) => void} */
function tone(audio, pitch, at, lasts) {
  const bell = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(SOFT, at + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0005, at + lasts);
  bell.connect(loudness).connect(audio.destination);
  bell.start(at);
  bell.stop(at + lasts);
}
