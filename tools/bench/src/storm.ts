import { setTimeout as sleep } from 'node:timers/promises';
import { createWallet, type Wallet } from '@weir/wallet';
import { percentile, printComparison, printFigure, spread } from './harness/figures.js';
import { startService } from './harness/service.js';

const claims = Number(process.env['BENCH_CLAIMS'] ?? 10_000);
const clients = Number(process.env['BENCH_CLIENTS'] ?? 1_000);
const SHARE = 10_000;
const LANES = 16;

interface Body {
  readonly campaign: { readonly id: string; readonly claimed_count: number; readonly status: string };
  readonly wcTransaction: object;
  readonly code?: string;
  readonly retryable?: boolean;
  readonly details?: { readonly txHash?: string };
}

interface Answer {
  readonly ok: boolean;
  readonly body: Body;
}

/** Whether a claim is made, also where an earlier answer was lost; it is to be asked for again otherwise. */
const isMade = ({ ok, body }: Answer): boolean => {
  if (ok || (body.code === 'CLAIM_LIMIT_REACHED' && body.details?.txHash !== undefined)) return true;
  if (body.retryable === true) return false;
  throw new Error(JSON.stringify(body));
};

type Way = 'by the service' | 'by signing';

/**
 * Storms of claims: BENCH_CLAIMS (10,000) wallets claim their row of a list over 16 lanes, BENCH_CLIENTS (1,000) of them at any
 * moment, of one API: first all by the service, then all by signing. Each of a list that pays at once, and of one that pays locks
 * which vest; the campaign pays the fees. In claims a second, milliseconds until a wallet has its claim, and requests that were
 * asked to retry.
 */
export const measure = async (): Promise<void> => {
  const service = await startService();
  const { node } = service;
  const api = await service.start({}, { isBuilt: true });

  const ask = async (path: string, body?: object | string, caller?: Wallet): Promise<Answer> => {
    const isList = typeof body === 'string';
    const response = await fetch(`${api.url}/api/airdrops${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': isList ? 'text/csv' : 'application/json',
        ...(caller !== undefined && { 'x-user-address': caller.address }),
      },
      ...(body !== undefined && { body: isList ? body : JSON.stringify(body) }),
    });
    return { ok: response.ok, body: (await response.json()) as Body };
  };
  const demand = async (...request: Parameters<typeof ask>): Promise<Body> => {
    const { ok, body } = await ask(...request);
    if (!ok) throw new Error(JSON.stringify(body));
    return body;
  };

  /** Opens a list with a row for each wallet. @returns its path */
  const openList = async (wallets: readonly Wallet[], vesting: object | undefined): Promise<string> => {
    const creator = service.openWallet(BigInt(claims * SHARE) * 2n + 1_000_000_000n);
    const terms = { title: 'Storm', totalAmount: (claims * SHARE) / 1e8, startDate: node.tip.medianTimePast - 1_000 };
    const created = await demand('/create', { ...terms, requireKyc: true, lanes: LANES, vesting }, creator);
    const path = `/${created.campaign.id}`;
    const rows = wallets.map(({ address }) => `${address},${SHARE / 1e8}\n`);
    await demand(`${path}/generate-merkle`, `address,amount\n${rows.join('')}`, creator);
    const { wcTransaction } = await demand(`${path}/funding-info`);
    const { signedTransactionHash: txHash } = await creator.signTransaction(wcTransaction);
    await demand(`${path}/confirm-funding`, { txHash });
    return path;
  };

  const tryClaim = async (path: string, wallet: Wallet, way: Way): Promise<boolean> => {
    const relay = way === 'by the service';
    const built = await ask(`${path}/claim`, { claimerAddress: wallet.address, relay });
    if (!built.ok || relay) return isMade(built);
    const signed = await wallet.signTransaction({ ...built.body.wcTransaction, broadcast: false });
    const { signedTransactionHash: txHash, signedTransaction: txHex } = signed;
    return isMade(await ask(`${path}/confirm-claim`, { txHash, txHex }));
  };

  /** Has every wallet claim. @returns claims a second */
  const storm = async (way: Way, name: string, vesting?: object): Promise<number> => {
    const wallets = Array.from({ length: claims }, (_, row) => createWallet({ privateKey: `${way} ${name} ${row}` }));
    const path = await openList(wallets, vesting);
    const times: number[] = [];
    let again = 0;
    const waiting = wallets.values();
    const client = async (): Promise<void> => {
      for (const wallet of waiting) {
        const since = performance.now();
        while (!(await tryClaim(path, wallet, way))) {
          again += 1;
          await sleep(1_000);
        }
        times.push(performance.now() - since);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: Math.min(clients, claims) }, client));
    const rate = claims / ((performance.now() - began) / 1e3);
    const { campaign } = await demand(path);
    if (campaign.claimed_count !== claims || campaign.status !== 'COMPLETED') throw new Error(JSON.stringify(campaign));
    console.log(`${way}, ${name}: ${spread(times)}, longest ${Math.round(percentile(times, 100))} ms`);
    printFigure('  asked to retry', again, 'requests');
    return rate;
  };

  for (const way of ['by the service', 'by signing'] as const) {
    const plain = await storm(way, 'paid at once');
    const startTime = node.tip.medianTimePast - 100_000;
    const vested = await storm(way, 'by locks', { streamType: 'LINEAR', startTime, endTime: startTime + 200_000 });
    printComparison(
      `${claims} claims ${way}, ${clients} at once`,
      'claims/s',
      [
        { name: 'by locks', value: vested },
        { name: 'paid at once', value: plain },
      ],
      'at least 0.8',
    );
  }
  await service.stop();
};
