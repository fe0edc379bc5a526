import type { FaultScope } from '../electrum/faults.js';
import { maximumIndexDelay } from '../electrum/index/index-follower.js';
import { hashOf, type MethodTable } from '../electrum/rpc/method.js';
import type { CallContext, Services } from '../electrum/services.js';
import { control, type ControlParams } from './control-params.js';

type Handle = (context: CallContext, params: ControlParams) => unknown;

const scopeOf = (params: ControlParams): FaultScope => ({
  methods: params.optional('methods', (name) => params.texts(name)),
  count: params.optional('count', (name) => params.integer(name, 1)),
});

/** Notifies the subscribers whose answers a fault has changed. */
const notifyConcerned = ({ follower, scripthashes }: Services): void =>
  follower.touch((touched) => {
    touched.tip = true;
    for (const scripthash of scripthashes.keys()) touched.scripthashes.add(scripthash);
  });

const setIndexDelay: Handle = ({ services }, params) => {
  services.follower.delay = params.integer('milliseconds', 0, maximumIndexDelay);
  return services.follower.delay;
};

const setNoticeDelay: Handle = ({ services }, params) => {
  services.faults.scriptNoticeDelay = params.integer('milliseconds', 0, maximumIndexDelay);
  return services.faults.scriptNoticeDelay;
};

const failCalls: Handle = ({ services }, params) => {
  const code = params.optional('code', (name) => params.integer(name, Number.MIN_SAFE_INTEGER));
  services.faults.failCalls(
    scopeOf(params),
    code,
    params.optional('message', (name) => params.text(name)),
  );
  return true;
};

const hangCalls: Handle = ({ services }, params) => {
  services.faults.hangCalls(scopeOf(params));
  return true;
};

/** Cuts every connection but the caller's own. */
const hangUp: Handle = ({ services, session }) => {
  const others = [...services.sessions].filter((each) => each !== session);
  for (const each of others) each.transport.destroy();
  return others.length;
};

const reportTip: Handle = ({ services }, params) => {
  services.faults.reportedTip = params.integer('height', 0);
  notifyConcerned(services);
  return services.view.tip.height;
};

const hideHistory: Handle = ({ services }, params) => {
  const scripthashes = params.optional('scripthashes', (name) =>
    params.texts(name).map((each) => hashOf(each, 'Invalid scripthash')),
  );
  services.faults.hiddenHistories = scripthashes === undefined ? 'all' : new Set(scripthashes);
  notifyConcerned(services);
  return true;
};

const hideTransactions: Handle = ({ services }, params) => {
  services.faults.hiddenTransactions = new Set(params.texts('txids').map((each) => hashOf(each, 'Invalid txid')));
  notifyConcerned(services);
  return true;
};

const resetFaults: Handle = ({ services }) => {
  services.faults.reset();
  services.follower.delay = 0;
  notifyConcerned(services);
  return true;
};

/** The control calls that make the server slow, broken or dishonest. */
export const faultControl: MethodTable<CallContext> = {
  'devnet.set_index_delay': control(setIndexDelay),
  'devnet.set_notice_delay': control(setNoticeDelay),
  'devnet.fail_calls': control(failCalls),
  'devnet.hang_calls': control(hangCalls),
  'devnet.hang_up': control(hangUp),
  'devnet.report_tip': control(reportTip),
  'devnet.hide_history': control(hideHistory),
  'devnet.hide_transactions': control(hideTransactions),
  'devnet.reset_faults': control(resetFaults),
};
