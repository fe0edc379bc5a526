import { type Message, msg, t } from '../language/text.js';

/** What forms call the fields that the service names in its messages. */
const FIELD_WORDS: Readonly<Record<string, Message>> = {
  recipient: msg('the recipient'),
  recipientName: msg('the name'),
  description: msg('the description'),
  title: msg('the title'),
  totalAmount: msg('the amount'),
  amountPerPeriod: msg('the amount'),
  amount: msg('the amount'),
  totalDeposit: msg('the deposit'),
  amountPerClaim: msg('the amount of a claim'),
  tokenCategory: msg('the token category'),
  intervalSeconds: msg('the interval'),
  startTime: msg('the start'),
  startDate: msg('the start'),
  endTime: msg('the end'),
  endDate: msg('the end'),
  cliffTimestamp: msg('the cliff'),
  address: msg('the address'),
  reason: msg('the reason'),
  name: msg('the name'),
  signers: msg('the address of a signer'),
  signerPubkeys: msg('the key of a signer'),
};

/** Names in camel case are never words; others only where the message is about them, at its beginning. */
const NAMES = new RegExp(
  `\\b(${Object.keys(FIELD_WORDS)
    .filter((name) => /[A-Z]/.test(name))
    .join('|')})\\b`,
  'g',
);
const FIRST = new RegExp(`^(${Object.keys(FIELD_WORDS).join('|')})(?= (?:is|has|must|exceeds|times)\\b)`);

/** Writes a message of the service in the words of the forms: "totalAmount exceeds …" as "The amount exceeds …". */
export const inFormWords = (message: string): string => {
  const word = (name: string): string => {
    const known = FIELD_WORDS[name];
    return known === undefined ? name : t(known);
  };
  const text = message.replace(FIRST, word).replace(NAMES, word);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
