import { createWeir, type Pending, type Progress, type Review, type Weir } from '@weir/client';
import { BCH, DAY, openVault, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

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

describe('a proposal of a vault', () => {
  /** What two signers are asked to agree to. */
  type Propose = (vault: Awaited<ReturnType<typeof openVault>>) => Promise<{ readonly id: string }>;

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
    const opened = await openVault(fixture);
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
    // The vault's coin, as it stands in the transaction: reversed hash, then the index.
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
    const { vault, alice } = await openVault(fixture);
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
