import { hexToBin } from '@bitauth/libauth';
import type {
  ConfirmResponse,
  CreateStreamResponse,
  FundingPreparation,
  FundingReady,
  GetStreamResponse,
  PreviewStreamResponse,
} from '@weir/api-contract';
import { type Answer, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { textLike } from '../support/like.js';
import { emptyWallet, type Payment, payOutputs } from '../support/pay-outputs.js';
import { COIN, createStream, creationOf, payFunding, type Scenario } from '../support/stream-scenario.js';
import { sumOf, takenBy } from '../support/taken-by.js';
import { ASSETS, TOKENS } from '../support/test-asset.js';

const fixture = useFixture();

const confirm = <Body = ConfirmResponse>(path: string, txHash: string): Promise<Answer<Body>> =>
  fixture.client.post(`${path}/confirm-funding`, { txHash });

describe.each(ASSETS)('a stream of $name', (asset) => {
  const create = (changes: object = {}): Promise<Scenario> => createStream(fixture, changes, asset);

  describe('GET /api/streams/:id/funding-info', () => {
    it.each(['tagged', 'plain'])('is signed in the %s encoding', async (encoding) => {
      const { path, sender } = await create();
      const { body } = await fixture.client.get<FundingReady>(`${path}/funding-info?encoding=${encoding}`);
      const [source] = body.wcTransaction.sourceOutputs;
      expect(source?.['valueSatoshis']).toEqual(textLike(encoding === 'tagged' ? /^<bigint: \d+n>$/ : /^\d+$/));
      expect(source?.['lockingBytecode']).toEqual(
        textLike(encoding === 'tagged' ? /^<Uint8Array: 0x[0-9a-f]+>$/ : /^[0-9a-f]+$/),
      );
      const { signedTransactionHash } = await sender.signTransaction(body.wcTransaction);
      expect((await confirm(path, signedTransactionHash)).status).toBe(200);
    });

    it('asks for a preparation where the wallet has no output with index 0, and funds after it', async () => {
      const sender = fixture.wallet();
      const recipient = fixture.wallet();
      const terms = asset.endow(fixture, sender);
      await emptyWallet(fixture, sender);
      await payOutputs(fixture, recipient, [
        { to: recipient, satoshis: 1_000n },
        { to: sender, satoshis: 2n * COIN },
      ]);
      const created = await fixture.client
        .as(sender.address)
        .post<GetStreamResponse>('/api/streams/create', creationOf(fixture, recipient, terms));
      const path = `/api/streams/${created.body.stream.id}`;

      const { status, body } = await fixture.client.get<FundingPreparation>(`${path}/funding-info`);
      expect([status, Object.keys(body).sort()]).toEqual([
        200,
        ['message', 'preparationTransaction', 'requiresPreparation', 'success'],
      ]);
      expect(body).toMatchObject({
        success: false,
        requiresPreparation: true,
        preparationTransaction: { broadcast: true },
      });

      await sender.signTransaction(body.preparationTransaction);
      const ready = await fixture.client.get<FundingReady>(`${path}/funding-info`);
      expect(ready.body.success).toBe(true);
      const { signedTransactionHash } = await sender.signTransaction(ready.body.wcTransaction);
      expect((await confirm(path, signedTransactionHash)).body.status).toBe('ACTIVE');
    });

    it('costs what the preview says', async () => {
      const sender = fixture.wallet();
      const creation = creationOf(fixture, fixture.wallet(), asset.endow(fixture, sender));
      const client = fixture.client.as(sender.address);
      const preview = await client.post<PreviewStreamResponse>('/api/streams/preview', creation);
      const { stream } = (await client.post<CreateStreamResponse>('/api/streams/create', creation)).body;
      const { body } = await fixture.client.get<FundingReady>(`/api/streams/${stream.id}/funding-info`);
      const { funding } = preview.body;
      expect(body.feeBase).toBe(funding.networkFeeEstimateBase);
      const beforeFee = sumOf([funding.amountBase, funding.noteBase, funding.dustBase]);
      expect(takenBy(body, sender)).toBe(beforeFee);
      expect(sumOf([funding.totalBase])).toBe(beforeFee + BigInt(body.feeBase));
    });
  });

  describe('POST /api/streams/:id/confirm-funding', () => {
    it('confirms before the server has indexed it', async () => {
      const scenario = await create();
      await fixture.control.setIndexDelay(2_000);
      try {
        const txHash = await payFunding(fixture, scenario);
        expect((await confirm(scenario.path, txHash)).body).toMatchObject({ status: 'ACTIVE', finality: 'mempool' });
      } finally {
        await fixture.control.resetFaults();
      }
    });

    it('waits for the confirmations that are asked for', async () => {
      const careful = await fixture.replica({ MIN_CONFIRMATIONS: '2' });
      const scenario = await create();
      const txHash = await payFunding(fixture, scenario);
      const answer = () => careful.post<Refusal>(`${scenario.path}/confirm-funding`, { txHash });
      expect(await answer()).toMatchObject(
        refusal(409, 'TX_UNCONFIRMED', { retryable: true, state: 'pending', details: { confirmations: 0, needed: 2 } }),
      );
      await fixture.mine();
      expect(await answer()).toMatchObject(refusal(409, 'TX_UNCONFIRMED', { details: { confirmations: 1 } }));
      await fixture.mine();
      expect(await answer()).toMatchObject({ status: 200, body: { success: true, confirmations: 2 } });
    });
  });
});

/** The state as the deployment says it. */
const stateOf = ({ created: { deployment } }: Scenario): Payment => ({
  to: deployment.contractAddress,
  satoshis: BigInt(deployment.funding.amountBase),
  state: deployment.nftCommitment,
  units: BigInt(deployment.funding.withNFT.amountBase),
});

/** What else it says must be there. */
const othersOf = ({ created: { deployment } }: Scenario): readonly Payment[] =>
  deployment.funding.withOutputs.map(({ lockingBytecode, amountBase }) => ({
    to: hexToBin(lockingBytecode),
    satoshis: BigInt(amountBase),
  }));

describe('a funding by hand', () => {
  it('refuses a funding without the state, and one of less than agreed', async () => {
    const scenario = await createStream(fixture);
    const { contractAddress, funding } = scenario.created.deployment;
    const plain = await payOutputs(fixture, scenario.sender, [
      { to: contractAddress, satoshis: BigInt(funding.amountBase) },
    ]);
    expect(await confirm<Refusal>(scenario.path, plain)).toMatchObject(refusal(422, 'TX_MISMATCH'));
    const less = await payOutputs(fixture, scenario.sender, [
      { to: contractAddress, satoshis: BigInt(funding.amountBase) - 1n, state: funding.withNFT.commitment },
      ...othersOf(scenario),
    ]);
    const problems = ['it opens other streams: other terms, amounts, tokens or recipients'];
    expect(await confirm<Refusal>(scenario.path, less)).toMatchObject(
      refusal(422, 'TX_MISMATCH', { details: { problems } }),
    );
  });

  it('takes one that pays what the deployment says, and refuses it without the announcement or the note', async () => {
    const scenario = await createStream(fixture);
    const [announcement, note] = othersOf(scenario);
    if (announcement === undefined || note === undefined) throw new Error('There are an announcement and a note');
    for (const [others, problem] of [
      [[note], 'no announcement'],
      [[announcement], 'output 0: recipient not shown'],
    ] as const) {
      const txHash = await payOutputs(fixture, scenario.sender, [stateOf(scenario), ...others]);
      expect(await confirm<Refusal>(scenario.path, txHash)).toMatchObject(
        refusal(422, 'TX_MISMATCH', { details: { problems: [problem] } }),
      );
    }
    const txHash = await payOutputs(fixture, scenario.sender, [stateOf(scenario), announcement, note]);
    expect((await confirm(scenario.path, txHash)).status).toBe(200);
  });

  it('opens one stream: who announces two has opened none', async () => {
    const [first, second] = [await createStream(fixture), await createStream(fixture)];
    const both = [first, second];
    const txHash = await payOutputs(fixture, first.sender, [...both.map(stateOf), ...both.flatMap(othersOf)]);
    for (const { path } of both)
      expect(await confirm<Refusal>(path, txHash)).toMatchObject(
        refusal(422, 'TX_MISMATCH', { details: { problems: ['several announcements'] } }),
      );
  });

  it('is refused without the tokens', async () => {
    const scenario = await createStream(fixture, {}, TOKENS);
    const txHash = await payOutputs(fixture, scenario.sender, [stateOf(scenario), ...othersOf(scenario)]);
    const problems = ['output 0: no companion'];
    expect(await confirm<Refusal>(scenario.path, txHash)).toMatchObject(
      refusal(422, 'TX_MISMATCH', { details: { problems } }),
    );
  });
});
