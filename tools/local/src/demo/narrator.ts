/** Prints what happens, so that a newcomer can follow it on a terminal or in a log. */
export interface Narrator {
  chapter(title: string): void;
  step(text: string): void;
  fact(name: string, value: string | number): void;
}

export const createNarrator = (write: (line: string) => void = console.log): Narrator => ({
  chapter: (title) => write(`\n━━ ${title}`),
  step: (text) => write(`  ▸ ${text}`),
  fact: (name, value) => write(`      ${name.padEnd(22)} ${value}`),
});

/** Formats satoshis as BCH with 8 decimals. */
export const bch = (satoshis: bigint): string => {
  const sign = satoshis < 0n ? '-' : '';
  const digits = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(9, '0');
  return `${sign}${digits.slice(0, -8)}.${digits.slice(-8)} BCH`;
};

/** Formats an amount of a stream's asset. */
export const amountOf = (base: bigint, { token_type }: { readonly token_type: string }): string =>
  token_type === 'BCH' ? bch(base) : `${base.toLocaleString('en')} tokens`;

/** Formats a time of the chain's clock. */
export const moment = (unixSeconds: number): string =>
  `${new Date(unixSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
