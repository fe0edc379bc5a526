import type { Output } from '@bitauth/libauth';
import { append, changeOutput, continues, ends, withoutToken } from '../../attacks/mutations.js';
import { nftOf, spentToken, type Token } from '../../attacks/tokens.js';
import type { Attack, HonestSpend } from '../../support/attack-suite.js';
import { at, replaced } from '../../support/bytes.js';
import { coinNamed, payTo } from '../../support/coins.js';
import { outsider, recipient } from '../../support/parties.js';
import { SEQUENCE_PLAIN } from '../../support/transaction.js';
import { commitmentOf, first, SPENDS, stateToken, vault } from '../support/vault.js';

const onState = (name: string, change: (output: Output) => Output): Attack => ({
  name,
  appliesTo: continues,
  mutate: ({ draft }) => changeOutput(draft, 0, change),
});

const withToken =
  (change: (token: Token) => Token) =>
  (output: Output): Output =>
    output.token === undefined ? output : { ...output, token: change(output.token) };

const withCommitment = (name: string, commitment: Uint8Array): Attack =>
  onState(
    `the commitment ${name}`,
    withToken((token) => ({ ...token, nft: { capability: 'mutable', commitment } })),
  );

const withCapability = (capability: 'none' | 'minting'): Attack =>
  onState(
    `the state goes on as ${capability}`,
    withToken((token) => ({ ...token, nft: { capability, commitment: commitmentOf(SPENDS + 1) } })),
  );

const next = commitmentOf(SPENDS + 1);
const everyByte = [...next].flatMap((byte, index) => [
  withCommitment(`raised in byte ${index}`, Uint8Array.from(replaced([...next], index, () => (byte + 1) & 0xff))),
  withCommitment(`lowered in byte ${index}`, Uint8Array.from(replaced([...next], index, () => (byte - 1) & 0xff))),
]);

/** Two outputs beside each other, at the given places of an otherwise honest draft. */
const swapped = ({ draft }: HonestSpend): readonly Output[] => [
  at(draft.outputs, 1),
  at(draft.outputs, 0),
  ...draft.outputs.slice(2),
];

/** Two signers who agree on a spend get one that keeps the state, whatever their software forgot. */
export const continuingAttacks: readonly Attack[] = [
  onState('the state forgotten, its money kept at the address', withoutToken),
  {
    name: 'the state forgotten, a payout first, the change back to the address',
    appliesTo: continues,
    mutate: (spend) => ({
      ...spend.draft,
      outputs: swapped(spend).map((output, index) => (index === 1 ? withoutToken(output) : output)),
    }),
  },
  {
    name: 'the state forgotten, a payout first, the change back to the address behind another',
    appliesTo: continues,
    mutate: (spend) => {
      const [change, payout] = [at(spend.draft.outputs, 0), at(spend.draft.outputs, 1)];
      const outputs = [
        payout,
        { ...payTo(first, 10_000n) },
        { ...withoutToken(change), valueSatoshis: change.valueSatoshis - 10_000n },
      ];
      return { ...spend.draft, outputs };
    },
  },
  {
    name: 'the state at output 1',
    appliesTo: continues,
    mutate: (spend) => ({ ...spend.draft, outputs: swapped(spend) }),
  },
  onState('the state moved to a signer', (output) => ({ ...output, lockingBytecode: first.lockingBytecode })),
  onState('the state moved to an outsider', (output) => ({ ...output, lockingBytecode: outsider.lockingBytecode })),
  onState('the state moved to another vault', (output) => ({
    ...output,
    lockingBytecode: output.lockingBytecode.map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
  })),
  {
    name: 'the NFT carried off beside a plain change',
    appliesTo: continues,
    mutate: ({ draft }) => {
      const state = at(draft.outputs, 0);
      const kept = { ...withoutToken(state), valueSatoshis: state.valueSatoshis - 1_000n };
      return {
        ...draft,
        outputs: [kept, ...draft.outputs.slice(1), { ...payTo(first, 1_000n), token: stateToken(vault, SPENDS + 1) }],
      };
    },
  },
  {
    name: 'the state under a category made in the same transaction',
    appliesTo: continues,
    mutate: ({ draft }) => {
      const coin = coinNamed('genesis coin', payTo(outsider, 50_000n), { vout: 0 });
      const inputs = [
        ...draft.inputs,
        { coin, sequence: SEQUENCE_PLAIN, unlocking: { kind: 'key', owner: outsider } as const },
      ];
      return changeOutput(
        { ...draft, inputs },
        0,
        withToken((token) => ({ ...token, category: coin.txid })),
      );
    },
  },
  withCapability('none'),
  withCapability('minting'),
  onState(
    'a unit made from nothing',
    withToken((token) => ({ ...token, amount: 1n })),
  ),
  ...everyByte,
  withCommitment('emptied', new Uint8Array()),
  withCommitment('cut by a byte', next.slice(0, -1)),
  withCommitment('longer by a zero', Uint8Array.of(...next, 0)),
  withCommitment('not advanced', commitmentOf(SPENDS)),
  withCommitment('of the beginning', commitmentOf(0)),
];

/** Hangs the NFT, as it is or immutable, on one of the outputs. */
const kept = (index: number, capability: 'mutable' | 'none'): Attack => ({
  name: `the NFT kept, ${capability}, at output ${index}`,
  appliesTo: (spend) =>
    ends(spend) && index < spend.draft.outputs.length && at(spend.draft.outputs, index).token === undefined,
  mutate: (spend) => {
    const token = nftOf(spentToken(spend));
    return changeOutput(spend.draft, index, (output) => ({
      ...output,
      token: { ...token, nft: { capability, commitment: commitmentOf(SPENDS) } },
    }));
  },
});

const back = (index: number): Attack => ({
  name: `output ${index} back to the address`,
  appliesTo: (spend) => ends(spend) && index < spend.draft.outputs.length,
  mutate: ({ draft }) =>
    changeOutput(draft, index, (output) => ({ ...output, lockingBytecode: vault.lockingBytecode })),
});

const padded = (spend: HonestSpend, count: number): readonly Output[] =>
  Array.from({ length: count }, (_, index) => spend.draft.outputs[index] ?? payTo(recipient, 600n));

/** A close burns the state and leaves nothing at the address that it pays to itself. */
export const closingAttacks: readonly Attack[] = [
  ...[0, 1, 2].flatMap((index) => [kept(index, 'mutable'), kept(index, 'none')]),
  ...[0, 1, 2].map(back),
  {
    name: 'a fourth output',
    appliesTo: ends,
    mutate: (spend) => ({
      ...spend.draft,
      outputs: padded({ ...spend, draft: changeOutput(spend.draft, 0, less) }, 4),
    }),
  },
  {
    name: 'the NFT hidden between four outputs',
    appliesTo: ends,
    mutate: (spend) => {
      const outputs = padded({ ...spend, draft: changeOutput(spend.draft, 0, less) }, 4);
      return {
        ...spend.draft,
        outputs: replaced(outputs, 2, (output) => ({
          ...output,
          valueSatoshis: 1_000n,
          token: nftOf(spentToken(spend)),
        })),
      };
    },
  },
  {
    name: 'the state going on by a count of two',
    appliesTo: ends,
    mutate: (spend) =>
      append(changeOutput(spend.draft, 0, less), { ...payTo(recipient, 1_000n), token: stateToken(vault, SPENDS + 2) }),
  },
];

/** Room for outputs that an attack adds. */
const less = (output: Output): Output => ({ ...output, valueSatoshis: output.valueSatoshis - 10_000n });
