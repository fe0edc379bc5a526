import type { WeirError } from '@weir/client';

/** Returns the field that a refusal is about, as requests name it; undefined where it is about none. */
export const fieldOf = ({ details: { field, problems } }: WeirError): string | undefined => {
  const [first] = problems ?? [];
  return field ?? (typeof first === 'object' ? first.field : undefined) ?? undefined;
};

/** What forms call the fields that the service names in its messages. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ recipient: 'the recipient', recipientName: 'the name', description: 'the description', title: 'the title' },
  ...{ totalAmount: 'the amount', amountPerPeriod: 'the amount', amount: 'the amount', totalDeposit: 'the deposit' },
  ...{ amountPerClaim: 'the amount of a claim', tokenCategory: 'the token category', intervalSeconds: 'the interval' },
  ...{ startTime: 'the start', startDate: 'the start', endTime: 'the end', endDate: 'the end' },
  ...{ cliffTimestamp: 'the cliff', address: 'the address', reason: 'the reason', name: 'the name' },
  ...{ signers: 'the address of a signer', signerPubkeys: 'the key of a signer' },
};

/** Names in camel case are never words; others only where the message is about them, at its beginning. */
const NAMES = new RegExp(
  `\\b(${Object.keys(WORDS)
    .filter((name) => /[A-Z]/.test(name))
    .join('|')})\\b`,
  'g',
);
const FIRST = new RegExp(`^(${Object.keys(WORDS).join('|')})(?= (?:is|has|must|exceeds|times)\\b)`);

/** Writes a message of the service in the words of the forms: "totalAmount exceeds …" as "The amount exceeds …". */
export const inFormWords = (message: string): string => {
  const word = (name: string): string => WORDS[name] ?? name;
  const text = message.replace(FIRST, word).replace(NAMES, word);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
