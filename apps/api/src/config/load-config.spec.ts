import { ConfigError } from '@weir/http';
import { loadConfig } from './load-config.js';

const required = { DATABASE_URL: 'postgres://weir@127.0.0.1:5432/weir', BCH_NETWORK: 'chipnet' };

/** Such as openssl makes. */
const RANDOM = 'n4QkVx2Zr8Lw0PsT7YbC1mJd6HfG9aEu';
/** All that production asks for. */
const safe = { ...required, NODE_ENV: 'production', AUTH_DOMAIN: 'app.example', METRICS_TOKEN: RANDOM };

const problemsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ field, problem }) => `${field} ${problem}`);
    throw error;
  }
  return [];
};

describe('loadConfig', () => {
  it('needs a database and a network, and fills in the rest', () => {
    expect(loadConfig(required)).toEqual({
      http: {
        network: 'chipnet',
        auth: { mode: 'header', domain: 'localhost', secret: undefined },
        corsOrigins: '*',
        rateLimit: { max: 1_000, windowMs: 60_000, store: 'memory' },
        bodyLimit: 1_048_576,
        exports: { atOnce: 4, perNetwork: 2 },
        followers: { connections: 2_000, perNetwork: 100, heartbeatMs: 15_000 },
        expensiveRequests: 4,
        maxConnections: 10_000,
        maxConnectionsPerNetwork: 2_000,
        requestTimeoutMs: 30_000,
        trustProxy: false,
        logLevel: 'info',
      },
      host: '127.0.0.1',
      port: 3001,
      databaseUrl: required.DATABASE_URL,
      reads: { urls: [], waitMs: 100 },
      electrumUrls: [
        'wss://chipnet.imaginary.cash:50004',
        'wss://chipnet.bch.ninja:50004',
        'wss://blackie.c3-soft.com:64004',
      ],
      databaseTimeoutMs: 5_000,
      electrumTimeoutMs: 10_000,
      minConfirmations: 0,
      retention: {
        pendingSeconds: 2_592_000,
        listSeconds: 604_800,
        pending: { perCaller: 1_000, perNetwork: 10_000 },
        planRecipients: { perCaller: 20_000, perNetwork: 50_000 },
        listBytes: { perCaller: 536_870_912, perNetwork: 2_147_483_648 },
      },
      idempotencyKeys: { perCaller: 10_000, perNetwork: 20_000 },
      eventsSeconds: 604_800,
      webhooks: 'on',
      tokens: { mode: 'on', freshSeconds: 3_600, ipfsGateway: 'https://ipfs.io/ipfs/' },
      oracles: [],
      mail: undefined,
      mailRequests: { perCaller: 10, perNetwork: 50 },
      webhooksPerCaller: 20,
      webhooksPerNetwork: 40,
      watcher: 'protect',
      maxTipAgeSeconds: 21_600,
      maxFeeRate: 5_000n,
      unknownSettings: [],
    });
  });

  it('reads oracles, whose relays are in private networks on local networks alone', () => {
    const key = '02d09db08af1ff4e8453919cc866a4be427d7bfe18f2c05e5444c196fcf6fd2818';
    const ORACLES = `USD:2:${key}@http://127.0.0.1:4000`;
    const { oracles } = loadConfig({ ...required, BCH_NETWORK: 'devnet', ELECTRUM_URLS: 'ws://127.0.0.1:1', ORACLES });
    expect(oracles).toEqual([{ currency: 'USD', decimals: 2, publicKey: key, relays: ['http://127.0.0.1:4000'] }]);
    expect(problemsOf({ ...required, ORACLES })).toEqual([
      'ORACLES has the relay http://127.0.0.1:4000. The URL must begin with https://',
    ]);
    const [problem] = problemsOf({ ...required, ORACLES: 'USD' });
    expect(problem).toContain('ORACLES has the part USD, which is not currency:decimals:key@relay');
  });

  it('reads lists and numbers', () => {
    const config = loadConfig({
      ...required,
      BCH_NETWORK: 'devnet',
      ELECTRUM_URLS: ' ws://127.0.0.1:60003 , wss://other.example:50004 ',
      CORS_ORIGINS: 'https://app.example, http://localhost:5173',
      PORT: '0',
      MIN_CONFIRMATIONS: '2',
      NODE_ENV: 'test',
      TRUST_PROXY: '10.0.0.0/8',
    });
    expect(config.electrumUrls).toEqual(['ws://127.0.0.1:60003', 'wss://other.example:50004']);
    expect(config.http.corsOrigins).toEqual(['https://app.example', 'http://localhost:5173']);
    expect([config.port, config.minConfirmations, config.http.trustProxy, config.maxTipAgeSeconds]).toEqual([
      0,
      2,
      '10.0.0.0/8',
      0,
    ]);
  });

  it('takes lists of servers, of which standbys are one each', () => {
    const { databaseUrl, reads } = loadConfig({
      ...required,
      DATABASE_URL: 'postgres://weir@one,two:5433/weir?target_session_attrs=read-write',
      DATABASE_READ_URL: 'postgres://weir@two:5433,three/weir , postgres://weir@two:5433/weir',
      DATABASE_READ_WAIT: '250',
    });
    expect(databaseUrl).toBe('postgres://weir@one,two:5433/weir?target_session_attrs=read-write');
    expect(reads).toEqual({ urls: ['postgres://weir@two:5433/weir', 'postgres://weir@three/weir'], waitMs: 250 });
  });

  it('says what is wrong with lists of servers', () => {
    const any = 'postgres://one,two/weir?target_session_attrs=any';
    expect(problemsOf({ ...required, DATABASE_URL: any, DATABASE_READ_URL: any })).toEqual([
      'DATABASE_URL names several servers, and any of them could be used: set target_session_attrs=read-write',
      'DATABASE_READ_URL names several servers, and any of them could be used: set target_session_attrs=read-write',
    ]);
    expect(problemsOf({ ...required, DATABASE_URL: 'postgres://one,two/weir?target_session_attrs=standby' })).toEqual([
      'DATABASE_URL names standbys: set target_session_attrs=read-write',
    ]);
  });

  it('treats empty variables as unset', () => {
    expect(loadConfig({ ...required, PORT: '', ELECTRUM_URLS: ' ', AUTH_MODE: '' }).port).toBe(3001);
  });

  it('names every variable that is wrong in one message', () => {
    const environment = {
      DATABASE_URL: 'mysql://x',
      BCH_NETWORK: 'moonnet',
      PORT: '70000',
      RATE_LIMIT_MAX: '1.5',
      WATCHER: 'on',
      LOG_LEVEL: 'loud',
    };
    expect(problemsOf(environment)).toEqual([
      'DATABASE_URL has the wrong format: postgres://user:password@host:5432/database, or several host:port separated by commas',
      'BCH_NETWORK must be one of mainnet, chipnet, testnet3, testnet4, regtest, devnet',
      'PORT must be at most 65535',
      'RATE_LIMIT_MAX must be a whole number',
      'WATCHER must be one of off, protect',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ]);
    expect(() => loadConfig(environment)).toThrow(
      /^The settings are not valid:\n {2}DATABASE_URL .*\n {2}BCH_NETWORK (.|\n)*See \.env\.example\.$/,
    );
  });

  it.each(['ftp://x/ipfs/', 'https://ipfs.io', 'https://ipfs.io/ipfs', 'https:///ipfs/', 'https://a b/ipfs/'])(
    'does not take %j for a gateway of IPFS',
    (gateway) => {
      expect(problemsOf({ ...required, IPFS_GATEWAY: gateway })).toEqual([
        'IPFS_GATEWAY has the wrong format: https://host/ipfs/',
      ]);
    },
  );

  it.each(['DATABASE_URL', 'BCH_NETWORK'])('says that %s is missing', (name) => {
    expect(problemsOf({ ...required, [name]: undefined })).toEqual([`${name} is required`]);
  });

  it.each(['devnet', 'regtest'])('has no servers of its own for %s', (network) => {
    expect(problemsOf({ ...required, BCH_NETWORK: network })).toEqual([`ELECTRUM_URLS is required on ${network}`]);
  });

  it('demands proof of callers in production, and to know whom they sign in to', () => {
    expect(problemsOf({ ...safe, AUTH_DOMAIN: '' })).toEqual([
      expect.stringContaining('AUTH_DOMAIN is required in production'),
    ]);
    const { auth } = loadConfig({
      ...safe,
      AUTH_DOMAIN: 'app.example:8443',
      AUTH_SECRET: RANDOM,
    }).http;
    expect(auth).toEqual({ mode: 'signed', domain: 'app.example:8443', secret: RANDOM });
  });

  it('accepts the caller header in production only with ACCEPTED_RISKS', () => {
    expect(problemsOf({ ...safe, AUTH_MODE: 'header' })).toEqual([
      expect.stringMatching(/^AUTH_MODE is header.*gateway.*ACCEPTED_RISKS=believed-callers/),
    ]);
    const { auth } = loadConfig({ ...safe, AUTH_MODE: 'header', ACCEPTED_RISKS: 'believed-callers' }).http;
    expect(auth.mode).toBe('header');
  });

  it('requires signed sessions outside production with AUTH_MODE=signed', () => {
    expect(loadConfig({ ...required, AUTH_MODE: 'signed' }).http.auth).toMatchObject({
      mode: 'signed',
      domain: 'localhost',
    });
  });

  it.each([
    'https://app.example',
    'app.example/x',
    'App.example',
    'a b',
    'app.example:',
    '-x',
    'x'.repeat(65),
    'app.example\nNetwork: mainnet',
  ])('does not take %j for a domain', (domain) => {
    expect(problemsOf({ ...required, AUTH_DOMAIN: domain })).toEqual([expect.stringMatching(/^AUTH_DOMAIN /)]);
  });

  it.each(['999.1.1.1', '10.0.0.1, 10.0.0.0/33', '::1/129', '10.0.0.1,'])('does not take %j for proxies', (proxies) => {
    expect(problemsOf({ ...required, NODE_ENV: 'test', TRUST_PROXY: proxies })).toEqual([
      expect.stringMatching(/^TRUST_PROXY names ".*", which is neither an address/),
    ]);
  });

  it.each(['10.0.0.1', '10.0.0.0/8, 192.168.0.0/255.255.0.0', '::1, fd00::/8'])('takes %j for proxies', (proxies) => {
    expect(loadConfig({ ...required, NODE_ENV: 'test', TRUST_PROXY: proxies }).http.trustProxy).toBe(proxies);
  });

  it('serves the console with CONSOLE=on, with links that are web addresses', () => {
    expect(loadConfig(required).http.console).toBeUndefined();
    expect(
      loadConfig({ ...required, CONSOLE: 'on', CONSOLE_TRANSACTION_URL: 'https://explorer.example/tx/{hash}' }).http
        .console,
    ).toMatchObject({ transactionUrl: 'https://explorer.example/tx/{hash}', devKitUrl: undefined });
    for (const url of ['javascript:{hash}', 'https://explorer.example/tx/'])
      expect(problemsOf({ ...required, CONSOLE: 'on', CONSOLE_TRANSACTION_URL: url })).toEqual([
        expect.stringMatching(/^CONSOLE_TRANSACTION_URL /),
      ]);
  });

  it('refuses a secret that can be guessed, without repeating it', () => {
    expect(problemsOf({ ...required, AUTH_SECRET: 'hunter2' })).toEqual([
      'AUTH_SECRET must have at least 32 characters',
    ]);
  });

  it('is safe in production where nothing else is said', () => {
    const { http, host, webhooks } = loadConfig(safe);
    expect(http).toMatchObject({
      auth: { mode: 'signed' },
      corsOrigins: ['https://app.example'],
      rateLimit: { max: 1_000 },
      expensiveRequests: 4,
      metricsToken: RANDOM,
    });
    expect([host, webhooks]).toEqual(['127.0.0.1', 'on']);
  });

  const known = 'weir';
  const unsafe = {
    ...required,
    NODE_ENV: 'production',
    DATABASE_URL: `postgres://weir:${known}@db.example:5432/weir`,
    HOST: '0.0.0.0',
    CORS_ORIGINS: '*',
    RATE_LIMIT_MAX: '0',
    EXPENSIVE_REQUESTS_PER_CLIENT: '0',
    AUTH_MODE: 'header',
    AUTH_SECRET: 'please-change-me-please-change-me',
    QUOTA_PENDING_CALLER: '0',
    WEBHOOKS: 'local',
    TOKENS: 'local',
  };

  it('names all that is not safe in production in one message', () => {
    expect(problemsOf(unsafe)).toEqual([
      expect.stringMatching(/^CORS_ORIGINS .*ACCEPTED_RISKS=any-origin/),
      expect.stringMatching(/^HOST is 0\.0\.0\.0.*TRUST_PROXY.*ACCEPTED_RISKS=unencrypted/),
      expect.stringMatching(/^RATE_LIMIT_MAX .*ACCEPTED_RISKS=no-rate-limit/),
      expect.stringMatching(/^EXPENSIVE_REQUESTS_PER_CLIENT .*ACCEPTED_RISKS=no-rate-limit/),
      expect.stringMatching(/^METRICS_TOKEN .*ACCEPTED_RISKS=open-metrics/),
      expect.stringMatching(/^DATABASE_URL has a well-known password: set another one$/),
      expect.stringMatching(/^AUTH_MODE .*ACCEPTED_RISKS=believed-callers/),
      expect.stringMatching(/^AUTH_SECRET can be guessed(?!.*ACCEPTED_RISKS)/),
      expect.stringMatching(/^QUOTA_PENDING_CALLER .*ACCEPTED_RISKS=no-quotas/),
      expect.stringMatching(/^WEBHOOKS .*ACCEPTED_RISKS=private-webhooks/),
      expect.stringMatching(/^TOKENS .*ACCEPTED_RISKS=private-registries/),
    ]);
    expect(problemsOf(unsafe).join('\n')).not.toMatch(/weir:weir|please-change/);
  });

  it('finds a known password in lists of servers, too', () => {
    const servers = { DATABASE_URL: `postgres://weir:${known}@127.0.0.1:5432,db.example:5432/weir` };
    expect(problemsOf({ ...safe, ...servers, DATABASE_READ_URL: servers.DATABASE_URL })).toEqual([
      expect.stringMatching(/^DATABASE_URL has a well-known password/),
      expect.stringMatching(/^DATABASE_READ_URL has a well-known password/),
    ]);
  });

  it('lets the same be elsewhere than in production', () => {
    expect(problemsOf({ ...unsafe, NODE_ENV: 'development' })).toEqual([]);
  });

  it.each(['prod', 'Production', 'staging', 'undefined'])('refuses NODE_ENV=%s', (NODE_ENV) => {
    for (const given of [required, { ...safe, AUTH_MODE: 'signed' }, { ...unsafe, BCH_NETWORK: 'mainnet' }])
      expect(problemsOf({ ...given, NODE_ENV })).toEqual([
        expect.stringMatching(/^NODE_ENV must be one of production, development, test/),
      ]);
  });

  const mainnet = { ...required, BCH_NETWORK: 'mainnet' };
  it.each([
    ['on mainnet', mainnet],
    ['at a public address', { ...required, HOST: '0.0.0.0' }],
    ['behind a proxy', { ...required, TRUST_PROXY: '127.0.0.1' }],
    ['with callers who sign in', { ...mainnet, AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' }],
  ])('needs NODE_ENV %s', (_, given) => {
    for (const NODE_ENV of [undefined, '', ' '])
      expect(problemsOf({ ...given, NODE_ENV })).toEqual([expect.stringMatching(/^NODE_ENV is required, since /)]);
    expect(problemsOf({ ...given, NODE_ENV: 'development' })).toEqual([]);
  });

  it.each(['development', 'test'])('refuses NODE_ENV=%s where others reach it on mainnet', (NODE_ENV) => {
    for (const reachable of [{ HOST: '0.0.0.0' }, { TRUST_PROXY: '127.0.0.1' }])
      for (const mode of [{}, { AUTH_MODE: 'header' }, { AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' }])
        expect(problemsOf({ ...mainnet, ...reachable, ...mode, NODE_ENV })).toEqual([
          expect.stringMatching(/^NODE_ENV must be production, since other machines .* and BCH_NETWORK is mainnet/),
        ]);
  });

  it('lets what is accepted be, and nothing else', () => {
    const accepted =
      'any-origin, unencrypted, no-rate-limit, open-metrics, believed-callers, no-quotas, private-webhooks, private-registries';
    expect(problemsOf({ ...unsafe, ACCEPTED_RISKS: accepted })).toEqual([
      expect.stringMatching(/^DATABASE_URL /),
      expect.stringMatching(/^AUTH_SECRET /),
    ]);
    expect(problemsOf({ ...safe, CORS_ORIGINS: '*', ACCEPTED_RISKS: 'open-metrics' })).toEqual([
      expect.stringMatching(/^CORS_ORIGINS /),
    ]);
    expect(problemsOf({ ...safe, ACCEPTED_RISKS: 'all' })).toEqual([expect.stringMatching(/^ACCEPTED_RISKS /)]);
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('knows that nobody else reaches %s', (HOST) => {
    expect(problemsOf({ ...safe, HOST })).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '10.0.0.3', 'api.example'])('wants a proxy in front of %s', (HOST) => {
    expect(problemsOf({ ...safe, HOST })).toEqual([expect.stringMatching(/^HOST /)]);
    expect(problemsOf({ ...safe, HOST, TRUST_PROXY: '10.0.0.0/8' })).toEqual([]);
  });
});
