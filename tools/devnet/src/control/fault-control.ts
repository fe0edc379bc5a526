import { Type } from 'typebox';
import { maximumIndexDelay } from '../electrum/index/index-follower.js';
import { hashOf, type MethodTable } from '../electrum/rpc/method.js';
import type { CallContext, Services } from '../electrum/services.js';
import { control } from './control.js';

/** Notifies the subscribers whose answers a fault has changed. */
const notifyConcerned = ({ follower, scripthashes }: Services): void =>
  follower.touch((touched) => {
    touched.tip = true;
    for (const scripthash of scripthashes.keys()) touched.scripthashes.add(scripthash);
  });

const Delay = { milliseconds: Type.Integer({ minimum: 0, maximum: maximumIndexDelay }) };
const Texts = Type.Array(Type.String());
const Scope = { methods: Type.Optional(Texts), count: Type.Optional(Type.Integer({ minimum: 1 })) };

/** The control calls that make the server slow, broken or dishonest. */
export const faultControl: MethodTable<CallContext> = {
  'devnet.set_index_delay': control(Delay, ({ services }, { milliseconds }) => {
    services.follower.delay = milliseconds;
    return milliseconds;
  }),
  'devnet.set_notice_delay': control(Delay, ({ services }, { milliseconds }) => {
    services.faults.scriptNoticeDelay = milliseconds;
    return milliseconds;
  }),
  'devnet.fail_calls': control(
    { ...Scope, code: Type.Optional(Type.Integer()), message: Type.Optional(Type.String()) },
    ({ services }, { code, message, ...scope }) => {
      services.faults.failCalls(scope, code, message);
      return true;
    },
  ),
  'devnet.hang_calls': control(Scope, ({ services }, scope) => {
    services.faults.hangCalls(scope);
    return true;
  }),
  /** Cuts every connection but the caller's own. */
  'devnet.hang_up': control({}, ({ services, session }) => {
    const others = [...services.sessions].filter((each) => each !== session);
    for (const each of others) each.transport.destroy();
    return others.length;
  }),
  'devnet.report_tip': control({ height: Type.Integer({ minimum: 0 }) }, ({ services }, { height }) => {
    services.faults.reportedTip = height;
    notifyConcerned(services);
    return services.view.tip.height;
  }),
  'devnet.hide_history': control({ scripthashes: Type.Optional(Texts) }, ({ services }, { scripthashes }) => {
    services.faults.hiddenHistories =
      scripthashes === undefined ? 'all' : new Set(scripthashes.map((each) => hashOf(each, 'Invalid scripthash')));
    notifyConcerned(services);
    return true;
  }),
  'devnet.hide_transactions': control({ txids: Texts }, ({ services }, { txids }) => {
    services.faults.hiddenTransactions = new Set(txids.map((each) => hashOf(each, 'Invalid txid')));
    notifyConcerned(services);
    return true;
  }),
  'devnet.reset_faults': control({}, ({ services }) => {
    services.faults.reset();
    services.follower.delay = 0;
    notifyConcerned(services);
    return true;
  }),
};
