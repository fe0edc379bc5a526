import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  createCurrencyPaymentsRepository,
  createExpiryRepository,
  createIdempotencyRepository,
  createOracleArchive,
  createPlansRepository,
  createVaultsRepository,
  GRACE_SECONDS,
} from '@weir/infra';
import {
  createAirdropContext,
  createAirdropsService,
  createPlansService,
  createStreamsService,
  createVaultsService,
  sweepExpired,
  type ExpiryContext,
  type SweepResult,
} from '../src/index.js';
import { startCampaignBed } from './support/campaign-bed.js';
import { DAY, useBed, SILENT } from './support/testbed.js';
import { toSign } from './support/to-sign.js';

const TTL = 100;
const ORIGIN = { network: 'here', account: undefined };
const NONE = { perCaller: 0, perNetwork: 0 };

const bed = useBed(startCampaignBed);
let context: ExpiryContext;
let services: ReturnType<typeof compose>;

const compose = () => {
  const retention = { pendingSeconds: TTL, listSeconds: TTL, pending: NONE, listBytes: NONE, planRecipients: NONE };
  const streams = { ...bed.context, retention };
  const airdrops = createAirdropContext({ ...bed.context, airdrops: bed.repository, retention });
  const plans = { ...streams, plans: createPlansRepository(bed.db) };
  const currencyPayments = createCurrencyPaymentsRepository(bed.db);
  const vaults = { ...plans, vaults: createVaultsRepository(bed.db), airdrops, currencyPayments };
  const keys = createIdempotencyRepository(bed.db);
  const currency = {
    ...streams,
    vaults: vaults.vaults,
    currencyPayments,
    archive: createOracleArchive(bed.db),
    oracles: [],
  };
  context = { expiry: createExpiryRepository(bed.db), keys, records: vaults, currency, log: SILENT };
  return {
    streams: createStreamsService(streams),
    plans: createPlansService(plans),
    vaults: createVaultsService(vaults),
    airdrops: createAirdropsService(airdrops),
  };
};

beforeAll(() => {
  services = compose();
});

const sweep = (later = TTL + GRACE_SECONDS + 60): Promise<SweepResult> =>
  sweepExpired(context, bed.context.now() + later, new AbortController().signal);

const createStream = async (sender = bed.wallet()) => {
  const now = bed.node.tip.medianTimePast;
  const input = {
    recipient: bed.wallet().address,
    totalAmount: 0.1,
    streamType: 'LINEAR',
    startTime: now,
    endTime: now + DAY,
  } as const;
  return (await services.streams.create(input, sender.address, ORIGIN)).stream;
};
const pay = (address: Uint8Array, satoshis: bigint) => bed.node.fund(binToHex(address), satoshis);
const scriptOf = async (id: string) => hexToBin((await bed.context.streams.findById(id))?.lockingBytecode ?? '');

const createList = async (creator = bed.wallet(100_000_000n)) => {
  const { campaign } = await services.airdrops.create(
    { title: 'x', totalAmount: '0.05', requireKyc: true, sponsorFees: true },
    creator.address,
    ORIGIN,
  );
  const send = async (amount: string) => {
    const pieces = [Buffer.from(`${bed.wallet().address},${amount}\n`)];
    await services.airdrops.generateMerkle(campaign.id, { kind: 'csv', pieces }, creator.address, { origin: ORIGIN });
  };
  const fund = async () => {
    const info = await services.airdrops.fundingInfo(campaign.id);
    return (await creator.signTransaction(toSign(info))).signedTransactionHash;
  };
  return { id: campaign.id, creator, send, fund };
};

describe('the removal of unfunded records', () => {
  it('waits until it has expired, and a while longer', async () => {
    const { id } = await createStream();
    expect(await sweep(TTL + GRACE_SECONDS - 60)).toEqual({ removed: 0, confirmed: 0, kept: 0 });
    expect(await sweep()).toEqual({ removed: 1, confirmed: 0, kept: 0 });
    await expect(services.streams.get(id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('deleted some time after expires_at') as string,
    });
  });

  it('confirms what was funded and never reported', async () => {
    const sender = bed.wallet(100_000_000n);
    const { id } = await createStream(sender);
    await sender.signTransaction(toSign(await services.streams.fundingInfo(id)));
    expect(await sweep()).toEqual({ removed: 0, confirmed: 1, kept: 0 });
    expect((await services.streams.get(id)).stream).toMatchObject({ status: 'ACTIVE', expiresAt: null });
  });

  it('is not held up by dust', async () => {
    const { id } = await createStream();
    pay(await scriptOf(id), 1_000n);
    expect(await sweep()).toEqual({ removed: 1, confirmed: 0, kept: 0 });
  });

  it('removes nothing while the chain cannot be asked', async () => {
    const { id } = await createStream();
    const { records } = context;
    const chain = { ...records.chain, history: () => Promise.reject(new Error('away')) };
    const away: ExpiryContext = { ...context, records: { ...records, chain } };
    const result = await sweepExpired(away, bed.context.now() + TTL + GRACE_SECONDS + 60, new AbortController().signal);
    expect(result).toEqual({ removed: 0, confirmed: 0, kept: 1 });
    expect((await services.streams.get(id)).stream.status).toBe('PENDING');
    expect(await sweep()).toMatchObject({ removed: 1 });
  });

  it('removes a plan with its list, and confirms one whose funding nobody reported', async () => {
    const sender = bed.wallet(100_000_000n);
    const create = async () =>
      (
        await services.plans.create(
          { product: 'vesting', streams: [{ recipient: bed.wallet().address, amount: 0.01 }] },
          sender.address,
          ORIGIN,
        )
      ).plan;
    const [listed, offered, paid] = [await create(), await create(), await create()];
    await services.plans.fundingInfo(offered.id, sender.address).catch(() => undefined);
    await sender.signTransaction(toSign(await services.plans.fundingInfo(paid.id, sender.address)));
    expect(await sweep(TTL)).toEqual({ removed: 0, confirmed: 0, kept: 0 });
    expect(await sweep()).toEqual({ removed: 2, confirmed: 1, kept: 0 });
    expect(await context.records.plans.findById(listed.id)).toBeUndefined();
    expect((await services.plans.get(paid.id, undefined)).statuses).toEqual({ ACTIVE: 1 });
  });

  it('keeps a vault to which anything was sent: nothing on the chain announces it', async () => {
    const signers = [bed.wallet(), bed.wallet(), bed.wallet()];
    const create = () =>
      services.vaults.create(
        {
          name: 'x',
          signers: signers.map(({ address }) => address),
          signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
          totalDeposit: 1,
        },
        bed.wallet().address,
        ORIGIN,
      );
    const [paid, forgotten] = [await create(), await create()];
    const stored = await context.records.vaults.findById(paid.id);
    pay(hexToBin(stored?.lockingBytecode ?? ''), 5_000n);
    expect(await sweep()).toEqual({ removed: 1, confirmed: 0, kept: 1 });
    expect(await context.records.vaults.findById(paid.id)).toBeDefined();
    expect(await context.records.vaults.findById(forgotten.id)).toBeUndefined();
  });

  it('removes lists that others replaced, and the campaign with its list in the end', async () => {
    const { id, send } = await createList();
    for (const amount of ['0.001', '0.002', '0.003']) await send(amount);
    const latest = (await bed.repository.findById(id))?.tree?.id;
    const lists = await context.expiry.supersededLists(bed.context.now() + 2 * TTL, 10);
    expect(lists).toHaveLength(2);
    const [first, second] = lists;
    const next = (after?: string) => context.expiry.supersededLists(bed.context.now() + 2 * TTL, 1, after);
    expect([await next(), await next(first?.treeId), await next(second?.treeId)]).toEqual([[first], [second], []]);
    expect(lists.map(({ treeId }) => treeId)).not.toContain(latest);
    expect(await context.expiry.removeList({ treeId: latest ?? '', campaignId: id })).toBe(false);
    expect(await sweep()).toMatchObject({ removed: 1, confirmed: 0 });
    expect(await bed.repository.findById(id)).toBeUndefined();
  });

  it('makes a campaign ACTIVE that was funded with a list which another one replaced', async () => {
    const { id, send, fund } = await createList();
    await send('0.001');
    await fund();
    await send('0.002');
    expect(await sweep()).toMatchObject({ removed: 1, confirmed: 1 });
    const { campaign } = await services.airdrops.get(id, {}, undefined);
    expect(campaign).toMatchObject({ status: 'ACTIVE', expiresAt: null });
    expect(await bed.repository.treesOf(id)).toHaveLength(1);
  });
});
