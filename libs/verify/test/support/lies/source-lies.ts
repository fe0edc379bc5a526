import { binToHex, hexToBin } from '@bitauth/libauth';
import type { SigningRequest } from '../../../src/index.js';
import { transactionOf } from '../coins.js';
import type { Flow } from '../flow.js';
import { changed, flipped, THIEF, type Lie } from './lie.js';

type Json = Readonly<Record<string, unknown>>;

const bytesIn = (text: unknown): Uint8Array => hexToBin(String(text).replace(/^<Uint8Array: 0x|>$/g, ''));
const numberIn = (text: unknown): bigint => BigInt(String(text).replace(/^<bigint: |n>$/g, ''));

const liesAt = ({ sourceOutputs }: SigningRequest, at: number): readonly (readonly [string, Json])[] => {
  const source = sourceOutputs[at] as Json;
  const { lockingBytecode, valueSatoshis, token } = source as Json & { readonly token?: Json };
  const satoshis = numberIn(valueSatoshis);
  const lies: (readonly [string, Json])[] = [
    ['belongs to somebody else', { lockingBytecode: binToHex(THIEF) }],
    ['lies at a contract of another hash', { lockingBytecode: binToHex(flipped(bytesIn(lockingBytecode), 20)) }],
    ['holds a tenth more', { valueSatoshis: (satoshis + satoshis / 10n + 30_000n).toString() }],
    ['holds a tenth less', { valueSatoshis: (satoshis - satoshis / 10n - 100n).toString() }],
    ['holds nothing', { valueSatoshis: '0' }],
    ['holds no number', { valueSatoshis: '-5' }],
    ['holds no bytes', { lockingBytecode: 'zz' }],
  ];
  if (token === undefined) return [...lies, ['holds tokens', { token: { category: 'cd'.repeat(32), amount: '10' } }]];
  const amount = numberIn(token['amount']);
  lies.push(
    ['holds no tokens', { token: undefined }],
    ['holds another token', { token: { ...token, category: binToHex(flipped(bytesIn(token['category']), 3)) } }],
    ['holds 7 more tokens', { token: { ...token, amount: (amount + 7n).toString() } }],
  );
  if (amount > 0n) lies.push(['holds fewer tokens', { token: { ...token, amount: (amount - 1n).toString() } }]);
  const nft = token['nft'] as Json | undefined;
  if (nft === undefined) return lies;
  const commitment = bytesIn(nft['commitment']);
  return [
    ...lies,
    ['can mint', { token: { ...token, nft: { ...nft, capability: 'minting' } } }],
    ['is an NFT of no kind', { token: { ...token, nft: { ...nft, capability: 'any' } } }],
    ...[...commitment.keys()].map(
      (byte) =>
        [
          `holds another state, byte ${byte}`,
          { token: { ...token, nft: { ...nft, commitment: binToHex(flipped(commitment, byte)) } } },
        ] as const,
    ),
  ];
};

/** Lists requests that say something wrong of the outputs that they spend. */
export const sourceLies = ({ request }: Flow): readonly Lie[] =>
  request.sourceOutputs.flatMap((_, at) =>
    liesAt(request, at).map(([name, change]): Lie => ({
      kind: 'source output',
      name: `the output that input ${at} spends ${name}`,
      request: () => ({ ...request, sourceOutputs: changed(request.sourceOutputs as readonly Json[], at, change) }),
    })),
  );

/** Returns the places of a part within the bytes of a transaction. */
const placesOf = (transaction: Uint8Array, part: Uint8Array): readonly number[] => {
  const start = Buffer.from(transaction).indexOf(part);
  return [...part.keys()].map((at) => start + at);
};

/** Bytes of an announcement that are not part of the contract: its end, and into how many lanes a list is cut. */
const isOpen = (at: number): boolean => (at >= 49 && at < 53) || at === 54;

/** Bytes of a plan's announcement before its groups, of which a stream has one. */
const planHead = (announcement: Uint8Array): number => 9 + 1 + (announcement[9] === 2 ? 32 : 20) + 16 + 3;

/** Returns the bytes of a funding that decide what may be done at the address of a campaign or a stream. */
const decidingBytes = (funding: string, isCampaign: boolean): readonly number[] => {
  const bytes = hexToBin(funding);
  const { inputs, outputs } = transactionOf({ transaction: funding });
  const announcement = outputs.find(({ lockingBytecode }) => lockingBytecode[0] === 0x6a)?.lockingBytecode;
  const state = outputs.find(({ token }) => token?.nft !== undefined);
  const [first] = inputs;
  if (announcement === undefined || state === undefined || first === undefined)
    throw new Error('A funding has a state and an announcement');
  const announced = placesOf(bytes, announcement);
  if (!isCampaign) return announced.slice(0, planHead(announcement));
  return [
    ...announced.filter((_, at) => !isOpen(at)),
    ...placesOf(bytes, state.lockingBytecode),
    ...placesOf(bytes, first.outpointTransactionHash.toReversed()),
  ];
};

/**
 * Lists what may be wrong of the funding that a claim, a close or a move needs: the terms and, of a campaign, which lanes
 * are its own. Nothing else of it matters.
 */
export const fundingLies = ({ request, signer, asked }: Flow): readonly Lie[] => {
  const [funding] = signer.fundings ?? [];
  if (funding === undefined) return [];
  const kind = 'funding';
  const bytes = hexToBin(funding);
  const isCampaign = asked.effects.some(({ kind: effect }) => effect === 'CLAIMS_AIRDROP' || effect === 'CLOSES_LANE');
  const places = decidingBytes(funding, isCampaign);
  const lie = (name: string, fundings: readonly string[]): Lie => ({
    kind,
    name,
    request: () => request,
    signer: { ...signer, fundings },
  });
  return [
    lie('no funding is given', []),
    lie('the funding is cut', [funding.slice(0, -20)]),
    ...places.map((byte) => lie(`byte ${byte} of the funding differs`, [binToHex(flipped(bytes, byte))])),
  ];
};
