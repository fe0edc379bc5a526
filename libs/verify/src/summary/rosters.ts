import type { ChangesRoster, EndsRecovery, OpensRoster, RosterTerms, StepsRecovery } from '../effects.types.js';
import { hasNoGuardian } from '../reading/read-rosters.js';
import { blocksText } from './durations.js';
import { listingRow } from './listing.js';
import type { Statement } from './statement.js';
import type { Voice } from './voice.js';
import type { SummaryRow } from './words.js';

const sameText = (one: RosterTerms, other: RosterTerms, key: 'guardianHash' | 'quiet' | 'review'): boolean =>
  one[key] === other[key];

/** Names each signer with the whole address, the guardian and both delays. */
const termRows = (terms: RosterTerms, voice: Voice): readonly SummaryRow[] => {
  const { text, row, partyRow, technical } = voice;
  const { signers, guardian, guardianHash, quiet, review } = terms;
  const signing = signers.map((signer) => partyRow(text('Signer'), signer));
  if (hasNoGuardian(terms)) return [...signing, row(text('Guardian'), text('nobody'))];
  return [
    ...signing,
    guardian === undefined
      ? technical(text('Hash of the guardian'), guardianHash)
      : partyRow(text('Guardian'), guardian),
    row(text('Silence before a recovery'), blocksText(quiet, voice)),
    row(text('Time to stop a recovery'), blocksText(review, voice)),
  ];
};

const guardianText = (terms: RosterTerms, voice: Voice): string => {
  const { text, party } = voice;
  if (hasNoGuardian(terms)) return text('Nobody can recover it if two keys are lost.');
  const values = { quiet: blocksText(terms.quiet, voice), review: blocksText(terms.review, voice) };
  return terms.guardian === undefined
    ? text('Its guardian may call a recovery after {quiet} without a move, and end it {review} later.', values)
    : text('{guardian} may call a recovery after {quiet} without a move, and end it {review} later.', {
        ...values,
        guardian: party(terms.guardian),
      });
};

/** The three signers as sentences name them. */
const signersOf = ({ signers }: RosterTerms, { party }: Voice) => {
  const [first = '', second = '', third = ''] = signers.map(party);
  return { first, second, third };
};

/** Describes the first deposit of a treasury whose signers can be exchanged. */
export const describeRoster = (effect: OpensRoster, voice: Voice): Statement => {
  const { text, format, partyRow, sum } = voice;
  return {
    sentence: [
      text(
        'Opens a treasury with {amount}: any two of {first}, {second} and {third} sign for it, and can exchange the third.',
        {
          amount: format(effect.satoshis, undefined),
          ...signersOf(effect, voice),
        },
      ),
      guardianText(effect, voice),
    ].join(' '),
    rows: [partyRow(text('Treasury'), effect.vault), ...termRows(effect, voice), listingRow(effect, voice)],
    sums: [sum(text('Put into the treasury'), effect.satoshis)],
  };
};

/** Describes an exchange: who leaves, who joins, and what changes for the guardian. */
export const describeExchange = (effect: ChangesRoster, voice: Voice): Statement => {
  const { text, party, partyRow } = voice;
  const { leaves, joins, before } = effect;
  const isSameGuardian = (['guardianHash', 'quiet', 'review'] as const).every((key) => sameText(effect, before, key));
  const exchanged =
    leaves === undefined || joins === undefined
      ? []
      : [
          text('Exchanges a signer: {leaves} signs no more, {joins} signs instead.', {
            leaves: party(leaves),
            joins: party(joins),
          }),
        ];
  return {
    sentence: [...exchanged, ...(isSameGuardian ? [] : [guardianText(effect, voice)])].join(' '),
    rows: [
      ...(leaves === undefined ? [] : [partyRow(text('Signs no more'), leaves)]),
      ...(joins === undefined ? [] : [partyRow(text('Signs instead'), joins)]),
      ...termRows(effect, voice),
    ],
    sums: [],
  };
};

/** Describes the call of a recovery, or the veto against it. */
export const describeRecoveryStep = ({ move, vault, review }: StepsRecovery, voice: Voice): Statement => {
  const { text, party, partyRow } = voice;
  const values = { treasury: party(vault), review: blocksText(review, voice) };
  return {
    sentence:
      move === 'VETO'
        ? text('Stops the recovery of {treasury}: its signers stay.', values)
        : text(
            'Calls the recovery of {treasury}: unless a signer stops it, the guardian may name other signers {review} later.',
            values,
          ),
    rows: [partyRow(text('Treasury'), vault)],
    sums: [],
  };
};

/** Describes the end of a recovery: who signs from now on. */
export const describeRecoveryEnd = (effect: EndsRecovery, voice: Voice): Statement => {
  const { text, party, partyRow } = voice;
  return {
    sentence: [
      text('Ends the recovery of {treasury}: from now on any two of {first}, {second} and {third} sign for it.', {
        treasury: party(effect.vault),
        ...signersOf(effect, voice),
      }),
      guardianText(effect, voice),
    ].join(' '),
    rows: [partyRow(text('Treasury'), effect.vault), ...termRows(effect, voice)],
    sums: [],
  };
};
