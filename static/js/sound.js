// Short sounds, made here. This comes once sound is chosen; the event "sound" names the one to be
// heard, and brings what is done where the browser blocks it.

let audio = null;
let told = false; // that sound is blocked

// Each sound: pitch in Hz at its start and end, length in seconds, and the wave's shape.
const SOUNDS = {
  drop: [[190, 90, 0.14, "sine"]],
  flip: [[520, 380, 0.07, "triangle"]],
  low: [[880, 880, 0.09, "sine"]],
  end: [
    [392, 392, 0.18, "sine"],
    [523, 523, 0.3, "sine"],
  ],
};

// A browser that still blocks sound plays nothing now, and nothing later all at once; it is said.
addEventListener("sound", ({ detail: { name, blocked } }) => {
  audio ??= new AudioContext();
  if (audio.state !== "running") {
    audio.resume();
    if (!told) blocked();
    told = true;
    return;
  }
  let start = audio.currentTime;
  for (const [from, to, length, type] of SOUNDS[name]) {
    const wave = new OscillatorNode(audio, { type, frequency: from });
    const volume = new GainNode(audio, { gain: 0.16 });
    wave.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    wave.connect(volume).connect(audio.destination);
    wave.start(start);
    wave.stop(start + length);
    start += length;
  }
});
