import type { Output } from '@bitauth/libauth';
import { lockingBytecodesOf } from '../../../src/index.js';
import { transactionOf, withTransaction } from '../coins.js';
import type { Flow } from '../flow.js';
import { changed, flipped, THIEF, withoutToken, type Lie, type LieKind } from './lie.js';

type OutputLie = readonly [kind: LieKind, name: string, outputs: readonly Output[]];

const tokenLies = (outputs: readonly Output[], at: number, token: NonNullable<Output['token']>): OutputLie[] => {
  const { nft, category, amount } = token;
  const with_ = (other: Output['token']) => changed(outputs, at, { token: other });
  const lies: OutputLie[] = [
    ['token', `the token of output ${at} is left out`, withoutToken(outputs, at)],
    ['token', `output ${at} carries another token`, with_({ ...token, category: flipped(category, 3) })],
  ];
  if (amount > 1n) {
    const stolen = { category, amount: amount / 2n };
    lies.push(
      [
        'token',
        `half the tokens of output ${at} go to a thief`,
        [
          ...with_({ ...token, amount: amount - amount / 2n }),
          { lockingBytecode: THIEF, valueSatoshis: 1_000n, token: stolen },
        ],
      ],
      ['token', `a unit of output ${at}'s tokens is burnt`, with_({ ...token, amount: amount - 1n })],
    );
  }
  if (nft === undefined) return lies;
  lies.push([
    'state',
    `the NFT of output ${at} can be minted`,
    with_({ ...token, nft: { ...nft, capability: 'minting' } }),
  ]);
  for (const byte of nft.commitment.keys())
    lies.push([
      'state',
      `byte ${byte} of the state in output ${at} differs`,
      with_({ ...token, nft: { ...nft, commitment: flipped(nft.commitment, byte) } }),
    ]);
  return lies;
};

/** Lies about one output: whom it pays, how much, and what it carries. */
const liesAt = (outputs: readonly Output[], at: number): OutputLie[] => {
  const output = outputs[at];
  if (output === undefined) return [];
  const { token, valueSatoshis, lockingBytecode } = output;
  const lies: OutputLie[] = [
    ['recipient', `output ${at} goes to a thief`, changed(outputs, at, { lockingBytecode: THIEF })],
    ['missing output', `output ${at} is left out`, outputs.filter((_, index) => index !== at)],
  ];
  // Of equal amounts either order pays the same.
  for (const [other, { lockingBytecode: lock }] of outputs.entries())
    if (other > at && outputs[other]?.valueSatoshis !== valueSatoshis && lock.join() !== lockingBytecode.join())
      lies.push([
        'recipient',
        `outputs ${at} and ${other} are swapped`,
        changed(changed(outputs, at, { lockingBytecode: lock }), other, { lockingBytecode }),
      ]);
  if (valueSatoshis > 2_000n) {
    const stolen = valueSatoshis / 10n;
    const less = changed(outputs, at, { valueSatoshis: valueSatoshis - stolen });
    lies.push([
      'amount',
      `a tenth of output ${at} goes to a thief`,
      [...less, { lockingBytecode: THIEF, valueSatoshis: stolen }],
    ]);
  }
  // Bytes of an address, of a script's hash, of each field of an announcement. The last ones leave an address's beginning.
  const isData = lockingBytecode[0] === 0x6a;
  const bytes = isData ? [...lockingBytecode.keys()] : [4, 12, lockingBytecode.length - 4, lockingBytecode.length - 3];
  for (const byte of new Set(bytes))
    if (byte > 2 && byte < lockingBytecode.length)
      lies.push([
        'byte of a script',
        `byte ${byte} of output ${at}'s script differs`,
        changed(outputs, at, { lockingBytecode: flipped(lockingBytecode, byte) }),
      ]);
  return token === undefined ? lies : [...lies, ...tokenLies(outputs, at, token)];
};

/** Lies about the change of the signer or of a vault: it becomes fee, or goes where nobody looks. */
const changeLies = (outputs: readonly Output[], isOwn: (output: Output) => boolean): OutputLie[] => {
  const change = outputs.findIndex(
    (output) => output.token === undefined && output.valueSatoshis > 100_000n && isOwn(output),
  );
  const left = outputs[change];
  if (left === undefined) return [];
  const withLess = (satoshis: bigint) => changed(outputs, change, { valueSatoshis: left.valueSatoshis - satoshis });
  const kind = 'fee and change';
  return [
    [kind, 'the change becomes fee', outputs.filter((_, index) => index !== change)],
    [kind, 'half the change becomes fee', withLess(left.valueSatoshis / 2n)],
    [kind, 'the fee is 50,000 higher', withLess(50_000n)],
    [
      kind,
      'an output of data takes 40,000 of the change',
      [...withLess(40_000n), { lockingBytecode: Uint8Array.of(0x6a, 1, 7), valueSatoshis: 40_000n }],
    ],
    ...outputs.flatMap((output, at): OutputLie[] =>
      at === change || isOwn(output)
        ? []
        : [
            [
              kind,
              `output ${at} gets 40,000 of the change`,
              changed(withLess(40_000n), at, { valueSatoshis: output.valueSatoshis + 40_000n }),
            ],
          ],
    ),
  ];
};

/** Lists transactions that differ from a flow's in their outputs. */
export const outputLies = ({ request, signer, asked }: Flow): readonly Lie[] => {
  const transaction = transactionOf(request);
  const { outputs } = transaction;
  const vaults = asked.effects.flatMap((effect) => (effect.kind === 'SPENDS_VAULT' ? [effect.vault] : []));
  const own = new Set([...signer.own, ...lockingBytecodesOf(vaults, signer.network)].map(String));
  const lies = [
    ...outputs.flatMap((_, at) => liesAt(outputs, at)),
    ...changeLies(outputs, ({ lockingBytecode }) => own.has(String(lockingBytecode))),
  ];
  return lies.map(([kind, name, changedOutputs]) => ({
    kind,
    name,
    request: () => withTransaction(request, { ...transaction, outputs: [...changedOutputs] }),
  }));
};
