// Short tones, made here: one when it is the visitor's turn, a lower one when chips are won. Off unless chosen.
import { choice } from "./options.js";

const LOUD = { soft: 0.03, on: 0.12 };
const TONES = { turn: [660, 880], won: [520, 660, 780], late: [440] };
let context = null;

/** Play a tone by its name, as loud as chosen. */
export function tone(name) {
  const volume = LOUD[choice("sound")];
  if (!volume || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  TONES[name].forEach((pitch, place) => {
    const [source, gain, start] = [context.createOscillator(), context.createGain(), context.currentTime + place * 0.12];
    source.frequency.value = pitch;
    gain.gain.setValueAtTime(volume, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.2);
    source.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(start + 0.2);
  });
}
