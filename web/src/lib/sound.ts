/** Three short sounds, made here: a card, a chip, a win. */

let context: AudioContext | null = null;

function open(): AudioContext {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/** A card slides over felt: a breath of noise. */
export function playCard(): void {
  const audio = open();
  const seconds = 0.07;
  const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 2600, Q: 0.7 });
  source.connect(filter).connect(new GainNode(audio, { gain: 0.25 })).connect(audio.destination);
  source.start();
}

/** A chip meets another: two short clicks of clay. */
export function playChip(): void {
  tone(1900, 0, 0.035, 0.12);
  tone(2450, 0.03, 0.045, 0.09);
}

/** Three notes up. */
export function playWin(): void {
  [523.25, 659.25, 783.99].forEach((frequency, index) => tone(frequency, index * 0.09, 0.22, 0.1));
}

function tone(frequency: number, delay: number, seconds: number, loud: number): void {
  const audio = open();
  const start = audio.currentTime + delay;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  const source = new OscillatorNode(audio, { type: "triangle", frequency });
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + seconds);
}
