import type { Output } from '@bitauth/libauth';
import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import { coinNamed } from '../support/coins.js';
import { outsider, PARTIES } from '../support/parties.js';
import { changeOutput, continues, stateOf, withoutToken } from './mutations.js';
import { holdsUnit, spentState, unitOf, type Token } from './tokens.js';

type Nft = NonNullable<Token['nft']>;

const stateIndex = ({ places }: HonestSpend): number => places.state ?? 0;

const onState = (
  name: string,
  change: (output: Output, spend: HonestSpend) => Output,
  appliesTo: Attack['appliesTo'] = continues,
): Attack =>
  attack(name, appliesTo, (spend) => changeOutput(spend.draft, stateIndex(spend), (output) => change(output, spend)));

const withNft = (output: Output, change: (nft: Nft) => Nft): Output => {
  const { token } = output;
  if (token?.nft === undefined) throw new Error('A state carries an NFT');
  return { ...output, token: { ...token, nft: change(token.nft) } };
};

const withCommitment = (
  name: string,
  change: (commitment: Uint8Array) => Uint8Array,
  appliesTo?: Attack['appliesTo'],
): Attack =>
  onState(
    `the commitment ${name}`,
    (output) => withNft(output, (nft) => ({ ...nft, commitment: change(nft.commitment) })),
    appliesTo,
  );

const byteAttacks = (length: number): Attack[] =>
  Array.from({ length }, (_, index) => index).flatMap((index) => {
    const applies: Attack['appliesTo'] = (spend) =>
      continues(spend) && spend.places.chosenBytes?.includes(index) !== true;
    const moved = (name: string, by: number) =>
      withCommitment(
        `${name} by one in byte ${index}`,
        (commitment) => commitment.map((byte, i) => (i === index ? (byte + by) & 0xff : byte)),
        applies,
      );
    return [moved('raised', 1), moved('lowered', -1)];
  });

const commitmentOf = ({ token }: Output): Uint8Array => token?.nft?.commitment ?? new Uint8Array();

const freshCategory: Attack = attack(
  'the state under a fresh category, made by an input with an index-0 outpoint',
  continues,
  (spend) => {
    const coin = coinNamed(
      'genesis coin',
      { lockingBytecode: outsider.lockingBytecode, valueSatoshis: 50_000n },
      { vout: 0 },
    );
    const draft = {
      ...spend.draft,
      inputs: [
        ...spend.draft.inputs,
        { coin, sequence: 0xfffffffe, unlocking: { kind: 'key', owner: outsider } as const },
      ],
    };
    return changeOutput(draft, stateIndex(spend), (output) => ({
      ...output,
      token: { category: coin.txid, amount: 1n, ...(output.token?.nft === undefined ? {} : { nft: output.token.nft }) },
    }));
  },
);

/**
 * What the state of a path that continues may become: itself, with the counters of this transition.
 *
 * @param length bytes of the covenant's commitment
 */
export const stateOutputAttacksOn = (length: number): readonly Attack[] => [
  ...PARTIES.map((thief) =>
    onState(`the state moved to the ${thief.name}'s address`, (output) => ({
      ...output,
      lockingBytecode: thief.lockingBytecode,
    })),
  ),
  onState('the state moved to another P2SH32', (output) => ({
    ...output,
    lockingBytecode: output.lockingBytecode.map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
  })),
  onState('the state made immutable', (output) => withNft(output, (nft) => ({ ...nft, capability: 'none' }))),
  onState('the state made minting', (output) => withNft(output, (nft) => ({ ...nft, capability: 'minting' }))),
  onState('the state NFT burned on a path that continues', withoutToken),
  onState(
    'the NFT burned, the unit kept',
    (output) => (output.token === undefined ? output : { ...output, token: unitOf(output.token) }),
    (spend) => continues(spend) && holdsUnit(spend),
  ),
  onState(
    'the unit burned',
    (output) => (output.token === undefined ? output : { ...output, token: { ...output.token, amount: 0n } }),
    (spend) => continues(spend) && holdsUnit(spend) && spend.places.clockMade === undefined,
  ),
  onState('one unit more', (output) =>
    output.token === undefined ? output : { ...output, token: { ...output.token, amount: output.token.amount + 1n } },
  ),
  ...byteAttacks(length),
  withCommitment('emptied', () => new Uint8Array()),
  withCommitment('cut by a byte', (commitment) => commitment.slice(0, -1)),
  withCommitment('longer by a zero', (commitment) => Uint8Array.of(...commitment, 0)),
  withCommitment('as it was', (commitment) => commitment.map((_, index) => (index < 10 ? 0 : 1))),
  onState(
    'the commitment not advanced',
    (output, spend) => withNft(output, (nft) => ({ ...nft, commitment: commitmentOf(spentState(spend)) })),
    (spend) =>
      continues(spend) && commitmentOf(stateOf(spend)).toString() !== commitmentOf(spentState(spend)).toString(),
  ),
  freshCategory,
];

/** Those for the first 15 bytes, which every commitment has. */
export const stateOutputAttacks = stateOutputAttacksOn(15);
