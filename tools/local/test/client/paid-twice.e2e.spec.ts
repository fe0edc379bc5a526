import { binToHex, decodeTransactionBch, hexToBin } from '@bitauth/libauth';
import {
  createWeir,
  type Pending,
  type PlanTerms,
  type Progress,
  type Review,
  type VerbOptions,
  type Weir,
  type WeirError,
} from '@weir/client';
import { BCH, DAY, openGrantsVault, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** Answers a request in the service's place; undefined passes it on. */
type Liar = (request: Request, send: () => Promise<Response>) => Promise<Response> | undefined;

/** A client of a service that lies. */
const clientOf = (liar: Liar): Weir =>
  createWeir({
    baseUrl: fixture.stack.apiUrl,
    fetch: async (request) => (await liar(request, async () => fetch(request.clone()))) ?? fetch(request),
  });

/** A wallet that notes what it signs, hex. */
const noting = (signer: TestWallet) => {
  const signed: string[] = [];
  const signTransaction: TestWallet['signTransaction'] = async (request) => {
    const answer = await signer.signTransaction(request);
    signed.push(answer.signedTransaction);
    return answer;
  };
  return { signed, wallet: { ...signer, signTransaction } };
};

const pathOf = ({ url }: Request): string => new URL(url).pathname;

const refusal = (code: string, details: object = {}): Response =>
  Response.json(
    { success: false, error: 'Moved', code, message: 'It moved', requestId: 'lie', details },
    { status: 409 },
  );

const OVERTAKEN = [
  ['PROPOSAL_STALE', {}],
  ['STATE_MOVED', {}],
  ['TX_REPLACED', {}],
  ['BROADCAST_REJECTED', { inputsGone: true }],
] as const;

/** Somebody who creates records of one kind, one like the other, and gives money by them. */
interface Giver {
  /** @returns id of a record, and what funds it by a client that knows it */
  readonly create: (weir: Weir, wallet: TestWallet) => Promise<string>;
  readonly fund: (weir: Weir, id: string, wallet: TestWallet, options: VerbOptions) => Promise<unknown>;
}

const streamTerms = async () => {
  const [{ address: recipient }, startTime] = [await fixture.wallet(), await fixture.now()];
  return { recipient, totalAmount: BCH, streamType: 'LINEAR', startTime, endTime: startTime + 10 * DAY } as const;
};

const GIVERS: Readonly<Record<string, () => Promise<Giver>>> = {
  async stream() {
    const terms = await streamTerms();
    return {
      create: async (weir, wallet) => (await weir.streams.create(terms, wallet)).id,
      fund: (weir, id, wallet, options) => weir.streams.at(id).fund(wallet, options),
    };
  },
  async payment() {
    const [{ address: recipient }, startDate] = [await fixture.wallet(), await fixture.now()];
    const terms = { recipient, amountPerPeriod: BCH / 20n, interval: 'DAILY', startDate } as const;
    return {
      create: async (weir, wallet) => (await weir.payments.create(terms, wallet)).id,
      fund: (weir, id, wallet, options) => weir.payments.at(id).fund(wallet, options),
    };
  },
  async lock() {
    const terms = { ...(await streamTerms()), streamType: 'STEP', intervalSeconds: DAY } as const;
    return {
      create: async (weir, wallet) => (await weir.locks.create(terms, wallet)).id,
      fund: (weir, id, wallet, options) => weir.streams.at(id).fund(wallet, options),
    };
  },
  campaign: () =>
    Promise.resolve({
      create: async (weir, wallet) => {
        const terms = { title: 'Everybody', totalAmount: 0.1, amountPerClaim: 0.001 };
        return (await weir.airdrops.create(terms, wallet)).id;
      },
      fund: (weir, id, wallet, options) => weir.airdrops.at(id).fund(wallet, options),
    }),
};

/** Whether two transactions spend an output in common. */
const doExcludeEachOther = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((hex) => {
    const decoded = decodeTransactionBch(hexToBin(hex));
    if (typeof decoded === 'string') throw new Error(decoded);
    return decoded.inputs.map((input) => `${binToHex(input.outpointTransactionHash)}:${input.outpointIndex}`);
  });
  return (first ?? []).some((outpoint) => second?.includes(outpoint));
};

describe.each(Object.entries(GIVERS))('the funding of a %s', (_, giverOf) => {
  const onReview = () => true;

  it.each([
    ['BROADCAST_REJECTED', { inputsGone: true }, /broadcast$/],
    ['TX_REPLACED', {}, /confirm-funding$/],
    ['STATE_MOVED', {}, /confirm-funding$/],
  ] as const)('is signed once, where the service sends it and answers %s', async (code, details, path) => {
    const giver = await giverOf();
    const { wallet, signed } = noting(await fixture.wallet(3n * BCH));
    // The first spends a part of the coins alone: others pay for a second one.
    await fixture.stack.control.fund(wallet.address, 3n * BCH);
    await fixture.stack.control.mine();
    const twin = await giver.create(fixture.weir, wallet);
    let id = '';
    let isSent = false;
    const liar = clientOf((request, send) => {
      if (isSent) return fetch(new Request(request.url.replace(id, twin), request));
      if (!path.test(pathOf(request))) return undefined;
      return (async () => {
        expect((await send()).ok).toBe(true);
        isSent = true;
        await fixture.stack.control.mine();
        return refusal(code, details);
      })();
    });
    id = await giver.create(liar, wallet);
    const error: unknown = await giver.fund(liar, id, wallet, { onReview }).catch((failure: unknown) => failure);
    // Equal locks have one address: there the service itself finds the first.
    expect(['UNEXPECTED_TRANSACTION', 'TX_MISMATCH']).toContain((error as WeirError).code);
    expect(isSent).toBe(true);
    expect(signed).toHaveLength(1);
  });

  it('is built again by the same coin, where a server refuses the first', async () => {
    const giver = await giverOf();
    const { wallet, signed } = noting(await fixture.wallet(3n * BCH));
    let isRefused = false;
    const unsteady = clientOf((request) => {
      if (isRefused || !pathOf(request).endsWith('/broadcast')) return undefined;
      isRefused = true;
      return Promise.resolve(refusal('BROADCAST_REJECTED', { inputsGone: true }));
    });
    const id = await giver.create(unsteady, wallet);
    const steps: string[] = [];
    const onProgress = ({ step }: Progress) => steps.push(step);
    expect(await giver.fund(unsteady, id, wallet, { onReview, onProgress })).toMatchObject({ status: 'ACTIVE' });
    expect(steps).toContain('rebuilding');
    expect(signed).toHaveLength(2);
    expect(doExcludeEachOther(signed[0] ?? '', signed[1] ?? '')).toBe(true);
  });
});

it.each(OVERTAKEN)(
  'a deposit to a vault is signed once, where the service sends it and answers %s',
  async (code, details) => {
    const { vault, alice } = await openGrantsVault(fixture);
    await fixture.stack.control.fund(alice.address, 3n * BCH);
    await fixture.stack.control.mine();
    const { wallet, signed } = noting(alice);
    let isSent = false;
    const liar = clientOf((request) => {
      if (isSent || !pathOf(request).endsWith('/update-balance')) return undefined;
      isSent = true;
      return fixture.stack.control.mine().then(() => refusal(code, details));
    });
    const depositing = liar.vaults.at(vault.id).deposit(wallet, { amount: BCH, onReview: () => true });
    await expect(depositing).rejects.toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
    expect(isSent).toBe(true);
    expect(signed).toHaveLength(1);
  },
);

describe('a plan of two parts', () => {
  type Json = Readonly<Record<string, unknown>>;
  const PARTS = 2;
  const ROWS = 34;

  /** A service that has both parts of a list, as two plans have it, and swaps what the second one is called. */
  const lyingAboutParts = async (lie: (answer: Json) => Json) => {
    const { wallet, signed } = noting(await fixture.wallet(BCH));
    await fixture.stack.control.fund(wallet.address, BCH);
    await fixture.stack.control.mine();
    const start = await fixture.now();
    const recipients: string[] = [];
    while (recipients.length < ROWS) recipients.push((await fixture.wallet()).address);
    const terms: PlanTerms = {
      product: 'vesting',
      start,
      end: start + 100 * DAY,
      // Seventeen schedules: an announcement has room for sixteen.
      streams: recipients.map((recipient, at) => ({ recipient, amount: BCH / 10_000n, cliff: start + 1 + (at % 17) })),
    };
    const twin = await fixture.weir.plans.create(terms, wallet);
    let id = '';
    let isFunded = false;
    const liar = clientOf((request, send) => {
      const path = pathOf(request);
      if (id === '' || !path.includes(id)) return undefined;
      const isConfirm = path.endsWith('/confirm-funding');
      if (!isFunded && !isConfirm) return undefined;
      return (async () => {
        const answer = isFunded ? await fetch(new Request(request.url.replace(id, twin.id), request)) : await send();
        isFunded ||= isConfirm && answer.ok;
        if (isConfirm || !answer.ok) return answer;
        return Response.json(lie((await answer.json()) as Json), { status: answer.status });
      })();
    });
    const plan = await liar.plans.create(terms, wallet);
    ({ id } = plan);
    expect(plan.record.parts).toBe(PARTS);
    return { plan, wallet, signed };
  };

  const withPlan = (answer: Json, change: object): Json =>
    'plan' in answer ? { ...answer, plan: { ...(answer['plan'] as Json), ...change } } : answer;

  it('is not paid again, where the service says that the first part is still to be funded', async () => {
    const { plan, wallet, signed } = await lyingAboutParts((answer) => withPlan(answer, { parts_funded: 0 }));
    await expect(plan.fund(wallet)).rejects.toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
    expect(signed).toHaveLength(1);
  });

  it('has no row paid twice, where the number of funded parts rises and the next part has the rows of the first', async () => {
    const turned = ({ streams, ...answer }: Json): Json => ({
      ...answer,
      ...(streams !== undefined && {
        streams: (streams as readonly Json[]).map((row) => ({ ...row, part: PARTS + 1 - Number(row['part']) })),
      }),
    });
    const { plan, wallet, signed } = await lyingAboutParts((answer) => turned(withPlan(answer, { parts_funded: 1 })));
    const error: unknown = await plan.fund(wallet).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
    expect(String(error)).toContain('paid a moment ago');
    expect(signed).toHaveLength(1);
  });

  it('is not paid forever, where there are ever more parts', async () => {
    const { plan, wallet, signed } = await lyingAboutParts((answer) =>
      withPlan(answer, { parts: 1_000, parts_funded: 999 }),
    );
    await expect(plan.fund(wallet)).rejects.toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
    expect(signed).toHaveLength(1);
  });
});

describe('a proposal of a vault', () => {
  /** What two signers are asked to agree to. */
  type Propose = (vault: Awaited<ReturnType<typeof openGrantsVault>>) => Promise<{ readonly id: string }>;

  const spend = async (): Promise<Propose> => {
    const { address } = await fixture.wallet();
    return ({ vault, alice }) => vault.propose({ recipient: address, amount: BCH }, alice);
  };
  const stream = async (): Promise<Propose> => {
    const { address: recipient } = await fixture.wallet();
    const startTime = await fixture.now();
    return async ({ vault, alice }) => {
      const terms = { recipient, totalAmount: BCH, streamType: 'LINEAR', startTime } as const;
      const { id } = await fixture.weir.streams.create(
        { ...terms, endTime: startTime + 10 * DAY, vaultId: vault.id },
        alice,
      );
      return vault.proposeFunding({ streamIds: [id] }, alice);
    };
  };

  /**
   * Has one signer agree. The service sends the transaction that the next one signs, answers that it is void, and offers one like it by
   * other coins.
   */
  const lyingTwice = async (propose: Propose, code: string, details: object) => {
    const opened = await openGrantsVault(fixture);
    const { id } = await propose(opened);
    const again = await propose(opened);
    const { weir, stack } = fixture;
    await weir.proposals.at(id).approve(opened.alice);
    let isSent = false;
    const liar = clientOf((request, send) => {
      const path = pathOf(request);
      if (!path.includes(id)) return undefined;
      if (isSent) return fetch(new Request(request.url.replace(id, again.id), request));
      if (!path.endsWith('/signatures')) return undefined;
      return (async () => {
        isSent = true;
        expect((await send()).ok).toBe(true);
        await weir.proposals.at(id).execute(opened.alice);
        await stack.control.mine();
        return refusal(code, details);
      })();
    });
    const { signed, wallet } = noting(opened.bob);
    return { id, liar, signed, wallet };
  };

  it.each(OVERTAKEN)('that pays is signed once, where the service sends it and answers %s', async (code, details) => {
    const { id, liar, signed, wallet } = await lyingTwice(await spend(), code, details);
    const steps: Progress['step'][] = [];
    const error: unknown = await liar.proposals
      .at(id)
      .approve(wallet, { onReview: () => true, onProgress: ({ step }) => steps.push(step) })
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'PROPOSAL_MAY_BE_PAID', remedy: 'REFRESH', cause: { code } });
    // The vault's coin, as it is in the transaction: reversed hash, then the index.
    const [, coin = ''] = /coin ([0-9a-f]{64}):\d+\./.exec(String(error)) ?? [];
    expect(signed).toHaveLength(1);
    expect(signed[0]).toContain(Buffer.from(coin, 'hex').reverse().toString('hex'));
    expect(coin).not.toBe('');
    expect(steps).not.toContain('rebuilding');
  });

  it('that funds a stream is signed once, too', async () => {
    const { id, liar, signed, wallet } = await lyingTwice(await stream(), 'PROPOSAL_STALE', {});
    await expect(liar.proposals.at(id).approve(wallet, { onReview: () => true })).rejects.toMatchObject({
      code: 'PROPOSAL_MAY_BE_PAID',
    });
    expect(signed).toHaveLength(1);
  });

  it('is signed again only by somebody who reads that the first may have been mined, and which coin to check', async () => {
    const { id, liar, signed, wallet } = await lyingTwice(await spend(), 'PROPOSAL_STALE', {});
    const proposal = liar.proposals.at(id);
    await expect(proposal.approve(wallet, { onReview: () => true })).rejects.toMatchObject({
      code: 'PROPOSAL_MAY_BE_PAID',
    });
    const failure = await proposal.approve(wallet).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'REVIEW_REQUIRED' });
    const reviews: Review[] = [];
    const onReview = (review: Review) => reviews.push(review) > 1;
    await expect(proposal.approve(wallet, { onReview })).rejects.toMatchObject({ code: 'REVIEW_DECLINED' });
    expect(signed).toHaveLength(1);
    expect(reviews[0]?.sentences[0]).toMatch(
      /^You signed another transaction for this proposal before\. If it was mined, .* coin [0-9a-f]{64}:\d+\.$/,
    );
    await proposal.approve(wallet, { onReview });
    expect(signed).toHaveLength(2);
  });

  it('whose signature was kept is not signed again after a reload, when the service answers that it is void', async () => {
    const { vault, alice } = await openGrantsVault(fixture);
    const { address: recipient } = await fixture.wallet();
    const { id } = await vault.propose({ recipient, amount: BCH }, alice);
    const { signed, wallet } = noting(alice);
    const reloaded = clientOf((request) =>
      pathOf(request).endsWith('/signatures') ? Promise.resolve(refusal('PROPOSAL_STALE')) : undefined,
    );
    const page = new AbortController();
    let kept: Pending | undefined;
    const onProgress = (progress: Progress): void => {
      if (progress.step !== 'confirming') return;
      kept = progress.pending;
      page.abort();
    };
    const approving = fixture.weir.proposals
      .at(id)
      .approve(wallet, { signal: page.signal, onReview: () => true, onProgress });
    await expect(approving).rejects.toThrow('abort');
    if (kept === undefined) throw new Error('A signature should have been kept');
    await expect(reloaded.resume(kept, wallet)).rejects.toMatchObject({ code: 'PROPOSAL_MAY_BE_PAID' });
    expect(signed).toHaveLength(1);
  });
});
