import { readAmount } from '@weir/merkle/amounts';

/** Fields of a new record that a link can fill in. All are texts as if somebody had typed them: the form checks each of them. */
export interface LinkedFields {
  readonly recipient?: string;
  readonly amount?: string;
  readonly asset?: 'FUNGIBLE_TOKEN';
  readonly category?: string;
  readonly description?: string;
}

/** An amount of a link that has two meanings, and both of them as plain decimals. */
export interface UnclearAmount {
  readonly text: string;
  readonly choices: readonly [string, string];
}

/** What a link fills in, and what it leaves to the reader. */
export interface LinkedForm {
  readonly fields: LinkedFields;
  readonly unclear: UnclearAmount | undefined;
}

/** Longest value that is taken from a link. */
export const LINKED_CHARACTERS = 300;
/** More than any asset has. */
const DECIMALS = 30;

/**
 * Returns both meanings of an amount with two. The author of the link may use another decimal mark than its reader, so that the
 * reader's language does not decide, as it does for what they type.
 */
export const unclearIn = (text: string): UnclearAmount | undefined => {
  for (const locale of ['en', 'de']) {
    const read = readAmount(text, { decimals: DECIMALS, locale });
    if (read.status === 'ambiguous') return { text, choices: [read.choices[0].plain, read.choices[1].plain] };
  }
  return undefined;
};

/** Returns all texts that a query has for a name, in order; those that are empty or too long are empty. */
export const textsIn = (query: URLSearchParams, name: string): readonly string[] =>
  query.getAll(name).map((text) => (text.length > LINKED_CHARACTERS ? '' : text.trim()));

/** Returns the first text that a query has for a name; undefined where it has none that can be used. */
export const textIn = (query: URLSearchParams, name: string): string | undefined => {
  const [first = ''] = textsIn(query, name);
  return first === '' ? undefined : first;
};

/** An amount as a link fills it in, which it does not where it has two meanings. */
export const linkedAmount = (text: string): { readonly amount: string; readonly unclear: readonly UnclearAmount[] } => {
  const unclear = unclearIn(text);
  return unclear === undefined ? { amount: text, unclear: [] } : { amount: '', unclear: [unclear] };
};

/**
 * Reads the fields that a link fills in, such as `/streams/new?recipient=…&amount=1.5&token=…&description=…`.
 *
 * @param search the query as the browser had it
 * @returns undefined where it names none
 */
export const linkedFormIn = (search: string): LinkedForm | undefined => {
  const query = new URLSearchParams(search);
  const textOf = (name: string): string | undefined => textIn(query, name);
  const [recipient, amount, category] = [textOf('recipient'), textOf('amount'), textOf('token')];
  const description = textOf('description');
  if ([recipient, amount, category, description].every((text) => text === undefined)) return undefined;
  const unclear = amount === undefined ? undefined : unclearIn(amount);
  return {
    fields: {
      ...(recipient !== undefined && { recipient }),
      ...(amount !== undefined && unclear === undefined && { amount }),
      ...(category !== undefined && { asset: 'FUNGIBLE_TOKEN', category: category.toLowerCase() }),
      ...(description !== undefined && { description }),
    },
    unclear,
  };
};
