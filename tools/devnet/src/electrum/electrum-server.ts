import type { ChainNode } from '../node/node.js';
import type { AddressPrefix } from './address.js';
import { ChainView } from './chain-view.js';
import { Dispatcher } from './dispatcher.js';
import { Faults } from './faults.js';
import { ChainIndex } from './index/chain-index.js';
import { IndexFollower } from './index/index-follower.js';
import type { Touched } from './index/indexed-output.js';
import { feeMethods } from './methods/fees.js';
import { headerMethods, tipJson } from './methods/headers.js';
import { scripthashMethods } from './methods/scripthash.js';
import { serverMethods } from './methods/server.js';
import { transactionMethods, utxoMethods } from './methods/transaction.js';
import { methodMap, type MethodTable } from './rpc/method.js';
import { type CallContext, type Limits, type Services, Session } from './services.js';
import { SubscriptionBook, SubscriptionCounter } from './subscriptions/subscription-book.js';
import { listenTcp, listenWebSocket, type ConnectionHandler, type Listener } from './transports.js';

export interface ElectrumServerOptions {
  readonly host: string;
  readonly tcpPort: number;
  readonly wsPort: number;
  readonly limits: Limits;
  readonly prefix: AddressPrefix;
  /** Methods in addition to those of the protocol. */
  readonly methods: MethodTable<CallContext>;
}

/** Returns the methods of the protocol, together with further ones. */
const methodsWith = (further: MethodTable<CallContext>) =>
  methodMap(serverMethods, headerMethods, scripthashMethods, utxoMethods, transactionMethods, feeMethods, further);

/** Serves the Electrum Cash Protocol over TCP and WebSocket, from its own index over a node. */
export class ElectrumServer {
  private constructor(
    readonly services: Services,
    private readonly listeners: readonly Listener[],
  ) {}

  static async start(node: ChainNode, options: ElectrumServerOptions): Promise<ElectrumServer> {
    const { host, limits, prefix } = options;
    const faults = new Faults();
    const index = new ChainIndex((txid) => node.indexedTransaction(txid));
    const view = new ChainView(index, faults);
    const counter = new SubscriptionCounter(limits.subscriptions);
    const sessions = new Set<Session>();
    const books = {
      scripthashes: new SubscriptionBook((scripthash) => view.status(scripthash), counter),
      transactions: new SubscriptionBook((txid) => view.heightOf(txid) ?? null, counter),
    };
    const follower = new IndexFollower(node, index, (touched) => report(services, touched));
    const dispatcher = new Dispatcher(methodsWith(options.methods), faults, limits.batch);
    const address = { host, tcpPort: 0, wsPort: 0 };
    const services: Services = {
      node,
      view,
      follower,
      faults,
      ...books,
      sessions,
      limits,
      prefix,
      address,
    };
    const handler: ConnectionHandler = {
      opened: (transport) => {
        const session = new Session(transport);
        sessions.add(session);
        return {
          received: (text) => dispatcher.receive({ services, session }, text),
          closed: () => {
            sessions.delete(session);
            for (const book of Object.values(books)) book.drop(session);
          },
        };
      },
    };
    follower.start();
    const listeners: Listener[] = [];
    const server = new ElectrumServer(services, listeners);
    try {
      const tcp = await listenTcp(host, options.tcpPort, handler);
      listeners.push(tcp);
      const ws = await listenWebSocket(host, options.wsPort, handler);
      listeners.push(ws);
      Object.assign(address, { tcpPort: tcp.port, wsPort: ws.port });
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Disconnects all clients and frees the ports. */
  async stop(): Promise<void> {
    this.services.follower.stop();
    const closed = this.listeners.map((listener) => listener.close());
    for (const session of this.services.sessions) session.transport.destroy();
    await Promise.all(closed);
  }
}

/** Notifies subscribers of what changed: headers first, then script hashes, then transactions. */
const report = (services: Services, touched: Touched): void => {
  if (touched.tip) {
    const tip = tipJson(services.view.tip);
    for (const session of services.sessions) {
      if (session.hearsHeaders) session.notify('blockchain.headers.subscribe', [tip]);
    }
  }
  const { scriptNoticeDelay } = services.faults;
  if (scriptNoticeDelay === 0) services.scripthashes.notify(touched.scripthashes);
  else setTimeout(() => services.scripthashes.notify(touched.scripthashes), scriptNoticeDelay).unref();
  services.transactions.notify(touched.txids);
};
