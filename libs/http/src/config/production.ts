import { BlockList, isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { parseServerList } from '@weir/infra';
import type { FieldProblem } from '../validation/explain-problems.js';
import type { Risk, ServiceEnvironment } from './environment.schema.js';

/** Splits a comma-separated variable into its trimmed items. */
export const splitList = (text: string): string[] => text.split(',').map((item) => item.trim());

const isUsable = (address: string): boolean => {
  try {
    proxyAddr.compile([address]);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the items of a comma-separated list that `proxy-addr`, which Fastify uses, does not accept as an address or
 * network.
 */
export const unusableProxies = (list: string): string[] =>
  list === '' ? [] : splitList(list).filter((address) => !isUsable(address));

/** A setting that is unsafe in production and the risk that permits it; without `risk` it is never permitted. */
export interface UnsafeSetting extends FieldProblem {
  readonly risk?: Risk;
}

/** Default passwords of databases and those that examples show. */
const KNOWN_PASSWORDS = new Set(['weir', 'postgres', 'password', 'changeme', 'secret', 'example', 'admin']);
/** Distinct characters below which a secret is taken for a placeholder: random text of 32 characters has far more. */
const LEAST_DISTINCT = 10;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const isLoopback = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? address === 'localhost' : LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
};

/** Whether NODE_ENV says production. */
export const isProduction = ({ NODE_ENV }: Pick<ServiceEnvironment, 'NODE_ENV'>): boolean => NODE_ENV === 'production';

/** Whether other machines can reach the service: directly, or through a proxy in front. */
const isReachable = ({ HOST, TRUST_PROXY }: Pick<ServiceEnvironment, 'HOST' | 'TRUST_PROXY'>): boolean =>
  !isLoopback(HOST) || TRUST_PROXY !== undefined;

/**
 * Returns what is wrong with NODE_ENV: unset where others reach the service or on mainnet, or other than `production`
 * where both hold, since only production checks the settings.
 */
const runModeProblems = (values: ServiceEnvironment): FieldProblem[] => {
  const { NODE_ENV } = values;
  const reachable = isReachable(values);
  const mainnet = values.BCH_NETWORK === 'mainnet';
  if (NODE_ENV === 'production' || !(reachable || mainnet)) return [];
  const reason = [
    ...(reachable ? ['other machines can reach this service (HOST, TRUST_PROXY)'] : []),
    ...(mainnet ? ['BCH_NETWORK is mainnet'] : []),
  ].join(' and ');
  if (NODE_ENV === undefined)
    return [{ field: 'NODE_ENV', problem: `is required, since ${reason}: set production (or development)` }];
  return reachable && mainnet ? [{ field: 'NODE_ENV', problem: `must be production, since ${reason}` }] : [];
};

/** Whether a secret looks like a placeholder rather than random text. */
export const isPlaceholder = (secret: string): boolean =>
  new Set(secret).size < LEAST_DISTINCT || /change.?me|example|password|placeholder|your.?secret/i.test(secret);

/** Whether a connection string names a server on another machine with a well-known default password. */
export const hasKnownPassword = (url: string): boolean => {
  const servers = parseServerList(url);
  return typeof servers !== 'string' && servers.urls.some(isOpenToAll);
};

/** Whether one server is on another machine and has a well-known default password. */
const isOpenToAll = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { hostname, password } = new URL(url);
  return hostname !== '' && !isLoopback(hostname) && KNOWN_PASSWORDS.has(decodeURIComponent(password).toLowerCase());
};

/** Returns the unsafe settings among those that all services share. */
const unsafeSettings = (values: ServiceEnvironment): UnsafeSetting[] => {
  const found: UnsafeSetting[] = [];
  if (values.CORS_ORIGINS?.trim() === '*')
    found.push({
      field: 'CORS_ORIGINS',
      problem: 'lets pages of every site call: name the origins of your frontends, such as https://app.example',
      risk: 'any-origin',
    });
  if (!isLoopback(values.HOST) && values.TRUST_PROXY === undefined)
    found.push({
      field: 'HOST',
      problem: `is ${values.HOST}, where clients connect unencrypted: put a proxy that terminates TLS in front, and set TRUST_PROXY to its address`,
      risk: 'unencrypted',
    });
  for (const field of ['RATE_LIMIT_MAX', 'EXPENSIVE_REQUESTS_PER_CLIENT', 'MAX_CONNECTIONS_NETWORK'] as const)
    if (values[field] === 0)
      found.push({
        field,
        problem: 'is 0, so one client can use all capacity: set a limit',
        risk: 'no-rate-limit',
      });
  if (values.METRICS_TOKEN === undefined)
    found.push({
      field: 'METRICS_TOKEN',
      problem: 'is not set, so anybody can read /metrics: set the output of `openssl rand -base64 32`',
      risk: 'open-metrics',
    });
  else if (isPlaceholder(values.METRICS_TOKEN))
    found.push({ field: 'METRICS_TOKEN', problem: 'can be guessed: set the output of `openssl rand -base64 32`' });
  if (hasKnownPassword(values.DATABASE_URL))
    found.push({ field: 'DATABASE_URL', problem: 'has a well-known password: set another one' });
  return found;
};

const explain = ({ field, problem, risk }: UnsafeSetting): FieldProblem => ({
  field,
  problem: risk === undefined ? problem : `${problem} (or permit it: ACCEPTED_RISKS=${risk})`,
});

/**
 * Returns what is wrong with NODE_ENV and, in production, all unsafe settings that ACCEPTED_RISKS does not permit.
 *
 * @param own unsafe settings that only this service has
 */
export const productionProblems = (values: ServiceEnvironment, own: readonly UnsafeSetting[] = []): FieldProblem[] => {
  const accepted: readonly string[] = splitList(values.ACCEPTED_RISKS ?? '');
  if (!isProduction(values)) return runModeProblems(values);
  return [...unsafeSettings(values), ...own]
    .filter(({ risk }) => risk === undefined || !accepted.includes(risk))
    .map(explain);
};
