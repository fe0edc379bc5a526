/** A part of a catalogue, which `vite.config.ts` makes: translations by the hash of their source. */
declare module '*.json?first' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module '*.json?rest' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
