import { startDevnet, type Devnet } from '../src/index.js';
import { type Coin, coinFor, keyOf, payment } from './support/payment.js';
import { recordedFrom } from './support/recorded.js';
import { RpcClient } from './support/rpc-client.js';

const recorded = recordedFrom('calls');

const payer = keyOf('vector-key-1');
const payee = keyOf('electrum-b');
const change = keyOf('vector-key-3');
const value = 300_000n;
const foreign = 'ab'.repeat(32);

const to = (satoshis: bigint, lockingBytecode = payee.lockingBytecode) => ({ lockingBytecode, satoshis });

describe.each(['1.4.3', '1.5', '1.6'])('recorded broadcasts in protocol %s', (version) => {
  let devnet: Devnet;
  let client: RpcClient;
  let parameters: ReadonlyMap<string, unknown[]>;
  let accepted: { hex: string; txid: string };

  beforeAll(async () => {
    devnet = await startDevnet();
    const { node } = devnet;
    const spent = coinFor(node, payer, value);
    const coin = coinFor(node, payer, value);
    const mined = coinFor(node, payer, value);
    node.mine();
    const old = payment([mined], [to(100_000n), to(190_000n, change.lockingBytecode)]);
    node.submit(old.hex);
    node.mine();
    const [last] = node.mine(1, { to: payer.lockingBytecode });
    const coinbase = node.transaction(last?.txids[0] ?? '');
    accepted = payment([spent], [to(299_500n)]);
    const over: Coin = {
      txid: coinbase?.txid ?? '',
      vout: 0,
      key: payer,
      satoshis: coinbase?.outputs[0]?.satoshis ?? 0n,
    };
    const paying = (satoshis: bigint, options = {}) => [payment([coin], [to(satoshis)], options).hex];
    parameters = new Map<string, unknown[]>([
      ['success', [accepted.hex]],
      ['same transaction again (mempool)', [accepted.hex]],
      ['double spend', [payment([spent], [to(299_100n)]).hex]],
      ['already mined', [old.hex]],
      ['unknown input', [payment([{ ...coin, txid: foreign }], [to(1000n)]).hex]],
      ['fee below 1 sat per byte', paying(value - 100n)],
      ['dust', [payment([coin], [to(545n), to(298_000n, change.lockingBytecode)]).hex]],
      ['not final', [payment([{ ...coin, sequence: 0 }], [to(299_000n)], { locktime: node.tip.height + 100 }).hex]],
      ['BIP68 not satisfied', [payment([{ ...coin, sequence: 1000 }], [to(299_000n)]).hex]],
      ['bad signature', paying(299_000n, { spoilsSignatures: true })],
      ['outputs exceed inputs', paying(value + 1n)],
      [
        'non-standard output',
        [payment([coin], [to(1000n, '51'.repeat(202)), to(298_000n, change.lockingBytecode)]).hex],
      ],
      [
        'token category not allowed',
        [
          payment(
            [coin],
            [{ ...to(1000n), token: { category: foreign, amount: 1n } }, to(298_000n, change.lockingBytecode)],
          ).hex,
        ],
      ],
      ['version 3', paying(299_000n, { version: 3 })],
      ['not hex', ['zz']],
      ['odd hex', ['abc']],
      ['empty string', ['']],
      ['truncated', [accepted.hex.slice(0, -8)]],
      ['number instead of text', [5]],
      ['no argument', []],
      ['extra argument', [accepted.hex, true]],
      ['immature coinbase', [payment([over], [to(2000n)]).hex]],
    ]);
    client = await RpcClient.webSocket(devnet.url);
    await client.call('server.version', 'test', version);
  });
  afterAll(async () => {
    await client.close();
    await devnet.stop();
  });

  it.each(recorded.broadcast.map((each) => [each.name, each.error] as const))('%s', async (name, error) => {
    const params = parameters.get(name);
    if (params === undefined) throw new Error(`No transaction was prepared for "${name}".`);
    const answer = await client.ask('blockchain.transaction.broadcast', ...params);
    expect(answer.error).toEqual(error);
    if (error === undefined) expect(answer.result).toBe(accepted.txid);
  });
});
