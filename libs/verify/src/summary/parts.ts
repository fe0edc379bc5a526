import type { Voice } from './voice.js';
import type { SummaryRow } from './words.js';

/** One of several streams or locks, as a summary describes it. */
export interface Part {
  /** What it is called among the others. */
  readonly label: string;
  readonly recipient: string;
  readonly amount: string;
  /** Its terms, a row a fact. */
  readonly facts: readonly SummaryRow[];
}

/** Returns how many recipients parts have. */
export const countRecipients = (parts: readonly Pick<Part, 'recipient'>[]): number =>
  new Set(parts.map(({ recipient }) => recipient)).size;

/** Names what each payday of parts pays, so that nobody reads the amount of one recipient as that of all. */
export const eachPaydayText = (parts: readonly Pick<Part, 'recipient'>[], { text }: Voice): string => {
  if (parts.length === 1) return text('Each payday');
  return countRecipients(parts) === parts.length
    ? text('Each payday, for each recipient')
    : text('Each payday, of each stream');
};

const isSame = (one: SummaryRow, other: SummaryRow): boolean => one.label === other.label && one.value === other.value;

/**
 * Describes parts: of one its facts; of several first what all have in common, then of each its amount and recipient, with what
 * only some have.
 */
export const partRows = (parts: readonly Part[], { text, partyRow, nameOf }: Voice): readonly SummaryRow[] => {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  if (others.length === 0) return [partyRow(text('Recipient'), first.recipient), ...first.facts];
  const isShared = (fact: SummaryRow): boolean =>
    others.every(({ facts }) => facts.some((other) => isSame(fact, other)));
  // Two parts may be of one person: the number stays.
  const called = (part: Part): Part => {
    const name = nameOf(part.recipient);
    return name === undefined ? part : { ...part, label: text('{name} ({part})', { name, part: part.label }) };
  };
  const factOf = (part: string, fact: string): string => text('{part}: {fact}', { part, fact });
  const shared = first.facts.filter(isShared);
  return [
    ...shared,
    ...parts
      .map(called)
      .flatMap(({ label, recipient, amount, facts }) => [
        { label, value: amount },
        partyRow(factOf(label, text('Recipient')), recipient),
        ...facts
          .filter((fact) => !shared.some((other) => isSame(fact, other)))
          .map((fact) => ({ ...fact, label: factOf(label, fact.label) })),
      ]),
  ];
};
