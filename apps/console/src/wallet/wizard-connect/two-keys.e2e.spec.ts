import { WebSocket } from 'ws';
import { createWeir, type Wallet } from '@weir/client';
import { type LocalStack, startTestStack } from '@weir/local';
import { type HdWallet, type NostrRelay, startHdWallet, startNostrRelay } from '@weir/local/wizard-connect';
import { createWallet } from '@weir/wallet';
import { createConnector } from './connector.js';

const ownWebSocket = globalThis.WebSocket;
const BCH = 100_000_000n;

let stack: LocalStack;
let relay: NostrRelay;
beforeAll(async () => {
  // Browsers have it; of Node.js not every version.
  globalThis.WebSocket = WebSocket as unknown as typeof globalThis.WebSocket;
  [stack, relay] = await Promise.all([startTestStack(), startNostrRelay()]);
});
afterAll(async () => {
  await Promise.all([stack.stop(), relay.stop()]);
  globalThis.WebSocket = ownWebSocket;
});

/** Connects a wallet of many keys, as the page does. */
const connected = async (hd: HdWallet): Promise<{ readonly wallet: Wallet; readonly end: () => Promise<void> }> => {
  const settings = { wizardConnectRelayUrl: relay.url } as unknown as Parameters<typeof createConnector>[0]['settings'];
  const connector = createConnector({ settings, network: 'devnet', addressPrefix: 'bchtest' }, () => undefined);
  const connection = await connector.connect((link) => hd.pair(link));
  return { wallet: connection.wallet, end: () => connection.disconnect() };
};

describe('a wallet that holds two of the three keys of a vault', () => {
  it.each([
    ['first and second', [0, 1]],
    ['first and third', [0, 2]],
    ['second and third', [1, 2]],
  ] as const)('pays by its %s key alone: each approval is by another of them', async (name, places) => {
    const hd = startHdWallet(`two keys, ${name}`);
    // Neither is the first that the wallet lists.
    const [one, two, other] = [
      hd.keyAt('receive', 3),
      hd.keyAt('change', 5),
      createWallet({ privateKey: `other, ${name}` }),
    ];
    const members = [other, other, other].map((member, place) =>
      place === places[0] ? one : place === places[1] ? two : member,
    );
    await stack.control.fund(one.address, 5n * BCH);
    await stack.control.mine();
    const weir = createWeir({ baseUrl: stack.apiUrl });
    const terms = {
      name: 'Two keys',
      signers: members.map(({ address }) => address),
      signerPubkeys: members.map(({ publicKeyHex }) => publicKeyHex),
      totalDeposit: 2n * BCH,
      isPublic: true,
    };
    const vault = await weir.vaults.create(terms, one);
    await vault.deposit(one);
    await stack.control.mine();

    const { wallet, end } = await connected(hd);
    const paid = createWallet({ privateKey: `paid, ${name}` });
    const proposal = await weir.vaults.at(vault.id).propose({ recipient: paid.address, amount: BCH }, wallet);
    const first = await proposal.approve(wallet);
    expect(first.status).toBe('PENDING');
    const second = await proposal.approve(wallet);
    expect([second.status, new Set(second.approvals.map(({ signer }) => signer))]).toEqual([
      'APPROVED',
      new Set([one.address, two.address]),
    ]);
    expect((await proposal.execute(wallet)).status).toBe('EXECUTED');
    await stack.control.mine();
    expect((await weir.balance(paid)).amountBase).toBe(BCH);
    await end();
    hd.endSessions();
  });
});
