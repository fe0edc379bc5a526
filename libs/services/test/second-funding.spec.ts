import { binToHex, hexToBin, type Output } from '@bitauth/libauth';
import type { Wallet } from '@weir/wallet';
import { startCampaignBed } from './support/campaign-bed.js';
import { newCoin, scriptOf, spend, type OwnCoin } from './support/funding/craft.js';
import { FUNDABLE, type Fundable, type FundableKind } from './support/funding/fundable.js';
import { DAY, useBed } from './support/testbed.js';
import { toSign } from './support/to-sign.js';

const COIN = 100_000_000n;

const bed = useBed(startCampaignBed);

/** What a stranger who forges a funding works with: the sound one's outputs, to be made again of their own coins. */
interface Forger {
  readonly stranger: Wallet;
  readonly kind: FundableKind;
  /** The sound funding's outputs but for those to its owner, the first state first; states of the stranger's category. */
  readonly outputs: readonly Output[];
  /** What can become a category: the coin that {@link outputs} name. */
  readonly genesis: OwnCoin;
  /** The product's token, as the stranger has it. */
  readonly tokens: OwnCoin | undefined;
}

interface Forgery {
  readonly name: string;
  /** To which products; all by default. */
  readonly applies?: (kind: FundableKind) => boolean;
  /** What the stranger sends: outputs, and coins beside the genesis coin. */
  readonly forge: (forger: Forger) => { readonly outputs: readonly Output[]; readonly coins?: readonly OwnCoin[] };
}

const stateOf = ({ outputs }: Forger): Output => {
  const [state] = outputs;
  if (state?.token?.nft === undefined) throw new Error('The first output is a state');
  return state;
};

const withToken = (output: Output, changes: Partial<NonNullable<Output['token']>>): Output =>
  output.token === undefined ? output : { ...output, token: { ...output.token, ...changes } };

const withNft = (output: Output, changes: Partial<NonNullable<NonNullable<Output['token']>['nft']>>): Output => {
  const nft = output.token?.nft;
  return nft === undefined ? output : withToken(output, { nft: { ...nft, ...changes } });
};

/** The same outputs, the first one changed, with the product's tokens where they have any. */
const changed = (forger: Forger, change: (state: Output) => Output) => ({
  outputs: forger.outputs.map((output, index) => (index === 0 ? change(output) : output)),
  coins: forger.tokens === undefined ? [] : [forger.tokens],
});

const hasTokens = ({ inTokens }: FundableKind): boolean => inTokens;
/** Plans of one: without its announcement and its note nobody could rebuild one. */
const isAnnounced = ({ isPlan }: FundableKind): boolean => isPlan;
const [OP_RETURN, OP_DUP] = [0x6a, 0x76];
const demandsValue = ({ least }: FundableKind): boolean => least !== 0n;

const FORGERIES: readonly Forgery[] = [
  {
    name: 'dust',
    forge: (forger) => ({ outputs: [{ ...stateOf(forger), token: undefined, valueSatoshis: 1_000n }] }),
  },
  {
    name: 'the published commitment with 1,000 satoshis',
    applies: demandsValue,
    forge: (forger) => ({ outputs: [{ ...stateOf(forger), valueSatoshis: 1_000n }] }),
  },
  {
    name: 'a state one satoshi short of the least',
    applies: demandsValue,
    forge: (forger) =>
      changed(forger, (state) => ({
        ...state,
        valueSatoshis: (forger.kind.least === 'all' ? state.valueSatoshis : forger.kind.least) - 1n,
      })),
  },
  {
    name: 'a state with the wrong number of units',
    forge: (forger) => changed(forger, (state) => withToken(state, { amount: forger.kind.units === 0n ? 1n : 0n })),
  },
  {
    name: 'a state with units to spare',
    forge: (forger) => changed(forger, (state) => withToken(state, { amount: 2n })),
  },
  {
    name: 'a state of a category made elsewhere',
    forge(forger) {
      const state = stateOf(forger);
      const commitment = binToHex(state.token?.nft?.commitment ?? new Uint8Array());
      const { category, transaction } = bed.node.mint(binToHex(scriptOf(forger.stranger)), {
        amount: forger.kind.units,
        nft: { capability: 'mutable', commitment },
      });
      const { outputs, coins } = changed(forger, (output) => withToken(output, { category: hexToBin(category) }));
      return { outputs, coins: [{ txid: transaction.txid, vout: 0 }, ...coins] };
    },
  },
  {
    name: 'an immutable NFT',
    forge: (forger) => changed(forger, (state) => withNft(state, { capability: 'none' })),
  },
  {
    name: 'a minting NFT',
    forge: (forger) => changed(forger, (state) => withNft(state, { capability: 'minting' })),
  },
  {
    name: 'another commitment',
    forge: (forger) =>
      changed(forger, (state) =>
        withNft(state, { commitment: (state.token?.nft?.commitment ?? new Uint8Array()).map((byte) => byte ^ 1) }),
      ),
  },
  {
    name: 'the state twice',
    forge(forger) {
      const { outputs, coins } = changed(forger, (state) => state);
      return { outputs: [...outputs, stateOf(forger)], coins };
    },
  },
  {
    name: 'a state that nothing announces',
    applies: isAnnounced,
    forge(forger) {
      const { outputs, coins } = changed(forger, (state) => state);
      return { outputs: outputs.filter(({ lockingBytecode: [first] }) => first !== OP_RETURN), coins };
    },
  },
  {
    name: 'a state that is announced twice',
    applies: isAnnounced,
    forge(forger) {
      const { outputs, coins } = changed(forger, (state) => state);
      return { outputs: [...outputs, ...outputs.filter(({ lockingBytecode: [first] }) => first === OP_RETURN)], coins };
    },
  },
  {
    name: 'a state whose recipient no output shows',
    applies: isAnnounced,
    forge(forger) {
      const { outputs, coins } = changed(forger, (state) => state);
      return { outputs: outputs.filter(({ lockingBytecode: [first] }) => first !== OP_DUP), coins };
    },
  },
  {
    name: 'a state without its companion',
    applies: hasTokens,
    forge: (forger) => ({ outputs: [stateOf(forger)] }),
  },
  {
    name: 'a companion with a unit too few',
    applies: hasTokens,
    forge(forger) {
      const { outputs, coins } = changed(forger, (state) => state);
      return {
        outputs: outputs.map((output, index) =>
          index === 0 ? output : withToken(output, { amount: (output.token?.amount ?? 0n) - 1n }),
        ),
        coins,
      };
    },
  },
  {
    name: 'tokens of another category',
    applies: hasTokens,
    forge(forger) {
      const { category, transaction } = bed.node.mint(binToHex(scriptOf(forger.stranger)), { amount: 1_000_000n });
      return {
        outputs: forger.outputs.map((output, index) =>
          index === 0 ? output : withToken(output, { category: hexToBin(category) }),
        ),
        coins: [{ txid: transaction.txid, vout: 0 }],
      };
    },
  },
];

/** Prepares a stranger who has seen what is to be funded. */
const createForger = async (kind: FundableKind, fundable: Fundable, stranger: Wallet): Promise<Forger> => {
  const { transaction } = await fundable.ask();
  if (typeof transaction === 'string') throw new Error("A transaction in libauth's form is expected");
  const state = transaction.outputs.findIndex(({ token }) => token?.nft !== undefined);
  const own = transaction.outputs[state]?.token?.category;
  const genesis = newCoin(bed.node, stranger, 3n * COIN);
  // Announcement, beacon and note with them.
  const outputs = transaction.outputs
    .slice(state)
    .filter(({ lockingBytecode }) => binToHex(lockingBytecode) !== binToHex(scriptOf(fundable.owner)))
    .map((output) =>
      own !== undefined && output.token !== undefined && binToHex(output.token.category) === binToHex(own)
        ? withToken(output, { category: hexToBin(genesis.txid) })
        : output,
    );
  const coins = await bed.context.chain.unspent(scriptOf(stranger));
  const tokens = coins.find(({ token }) => token !== undefined && token.category === fundable.category);
  return { stranger, kind, outputs, genesis, tokens };
};

const send = async (fundable: Fundable, kind: FundableKind, stranger: Wallet, { forge }: Forgery): Promise<string> => {
  const forger = await createForger(kind, fundable, stranger);
  const { outputs, coins = [] } = forge(forger);
  return spend(bed.node, stranger, [forger.genesis, ...coins], outputs);
};

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const namesFunding = ({ name }: FundableKind, txHash: string) => ({
  code: 'WRONG_STATE',
  details: name === 'a vault' ? { txid: txHash } : { fundingTxHash: txHash },
});

describe.each(FUNDABLE)('$name', (kind) => {
  let fundable: Fundable;
  let stranger: Wallet;
  beforeAll(async () => {
    stranger = bed.wallet(COIN);
    fundable = await kind.open(bed, stranger);
  });

  it.each(FORGERIES.filter(({ applies }) => applies?.(kind) !== false))(
    'is not kept from its funding by $name',
    async (forgery) => {
      const txHash = await send(fundable, kind, stranger, forgery);
      await expect(fundable.ask()).resolves.toHaveProperty('transaction');
      // Nor is that taken for a funding.
      await expect(fundable.confirm(txHash)).rejects.toMatchObject({ code: 'TX_MISMATCH' });
    },
  );

  it('is funded by its owner after all of them, and names that funding until it is confirmed', async () => {
    const { signedTransactionHash: txHash } = await fundable.owner.signTransaction(await fundable.ask());
    expect(await fundable.paidByOwner?.()).toBe(fundable.paidByOwner && null);
    expect(await refusalOf(fundable.ask())).toMatchObject(namesFunding(kind, txHash));
    expect((await fundable.confirm(txHash)).toUpperCase()).toBe('ACTIVE');
    expect(await fundable.paidByOwner?.()).toBe(fundable.paidByOwner && true);
  });

  it('is funded as well by a stranger who pays all of it', async () => {
    const other = await kind.open(bed, stranger);
    const txHash = await send(other, kind, stranger, {
      name: 'sound',
      forge: (forger) => changed(forger, (state) => state),
    });
    expect(await refusalOf(other.ask())).toMatchObject(namesFunding(kind, txHash));
    expect((await other.confirm(txHash)).toUpperCase()).toBe('ACTIVE');
    expect(await other.paidByOwner?.()).toBe(other.paidByOwner && false);
  });
});

/** A stream over some days whose funding is on the chain, and not confirmed. */
const fundUnconfirmed = async (days: number) => {
  const owner = bed.wallet(5n * COIN);
  const startTime = bed.node.tip.medianTimePast;
  const { stream } = await bed.streams.create(
    {
      recipient: bed.wallet().address,
      streamType: 'LINEAR',
      totalAmount: '1',
      startTime,
      endTime: startTime + days * DAY,
    },
    owner.address,
  );
  const info = await bed.streams.fundingInfo(stream.id);
  return { stream, txHash: (await owner.signTransaction(toSign(info))).signedTransactionHash };
};

describe('a stream that was funded, and paid out to its recipient before anybody confirmed it,', () => {
  const claimOf = async (id: string, txHash: string, time: bigint): Promise<string> => {
    const stream = await bed.context.streams.findById(id);
    if (stream === undefined) throw new Error('There is no such stream');
    const contract = bed.context.contracts.of(stream);
    const { transaction } = await bed.context.chain.transaction(txHash);
    const found = bed.context.contracts.fundingOf(stream).findDeployment(txHash, transaction);
    const payout = found.ok ? contract.at(found.state, { feeRate: 1_000n }).payoutAt(time) : undefined;
    const claim = payout?.buildKeylessClaim();
    if (claim === undefined) throw new Error('The contract pays no claim');
    return bed.context.chain.broadcast(claim.hex);
  };

  it.each([
    { name: 'in part', days: 1 },
    { name: 'whole', days: 3 },
  ])('is not funded a second time ($name)', async ({ days }) => {
    const { stream, txHash } = await fundUnconfirmed(2);
    bed.passDays(days);
    const claimed = await claimOf(stream.id, txHash, BigInt(bed.node.tip.medianTimePast - 1));
    await expect(bed.streams.fundingInfo(stream.id)).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { fundingTxHash: txHash },
    });
    bed.node.mine();
    await expect(bed.streams.fundingInfo(stream.id)).rejects.toMatchObject({ details: { fundingTxHash: txHash } });

    await bed.streams.confirmFunding(stream.id, txHash);
    const amount = Number((await bed.streams.claimInfo(stream.id).catch(() => undefined))?.totalReleased ?? COIN) / 1e8;
    expect((await bed.streams.confirmClaim(stream.id, claimed, amount)).stream.status).toBe(
      days > 2 ? 'COMPLETED' : 'ACTIVE',
    );
  });
});

describe('a stream whose funding a reorganisation took', () => {
  it('is funded again', async () => {
    const { stream, txHash } = await fundUnconfirmed(1);
    bed.node.mine();
    await expect(bed.streams.fundingInfo(stream.id)).rejects.toMatchObject({ details: { fundingTxHash: txHash } });
    bed.node.reorganise(1, { keep: 'drop' });
    await expect(bed.streams.fundingInfo(stream.id)).resolves.toMatchObject({ kind: 'funding' });
  });
});
