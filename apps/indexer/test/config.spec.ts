import { ConfigError } from '@weir/http';
import { loadConfig } from '../src/config/load-config.js';

const needed = { DATABASE_URL: 'postgres://a:b@127.0.0.1:5432/indexer', BCH_NETWORK: 'chipnet' };

describe('the configuration', () => {
  it('needs a database and a network, and says so', () => {
    expect(() => loadConfig({})).toThrow(ConfigError);
    expect(() => loadConfig({})).toThrow(/DATABASE_URL[\s\S]*BCH_NETWORK/);
    expect(() => loadConfig({ ...needed, BCH_NETWORK: 'devnet' })).toThrow(/ELECTRUM_URLS is required on devnet/);
    expect(() => loadConfig({ ...needed, API_DATABASE_URL: needed.DATABASE_URL })).toThrow(
      /must not be the API's database/,
    );
    expect(() => loadConfig({ ...needed, CONFIRMATIONS: '0' })).toThrow(/CONFIRMATIONS/);
  });

  it('takes only proxies that can be', () => {
    expect(() => loadConfig({ ...needed, NODE_ENV: 'test', TRUST_PROXY: '10.0.0.0/8, 999.1.1.1' })).toThrow(
      /TRUST_PROXY names "999.1.1.1"/,
    );
  });

  it('refuses what is not safe in production, all of it in one message', () => {
    const production = { ...needed, NODE_ENV: 'production' };
    expect(() => loadConfig({ ...production, HOST: '::', CORS_ORIGINS: '*', RATE_LIMIT_MAX: '0' })).toThrow(
      /CORS_ORIGINS[\s\S]*HOST is ::[\s\S]*RATE_LIMIT_MAX[\s\S]*METRICS_TOKEN/,
    );
    const { host, http } = loadConfig({ ...production, METRICS_TOKEN: 'n4QkVx2Zr8Lw0PsT7Yb' });
    expect([host, http.corsOrigins]).toEqual(['127.0.0.1', []]);
    expect(loadConfig({ ...production, ACCEPTED_RISKS: 'open-metrics' }).http.metricsToken).toBeUndefined();
    expect(loadConfig(needed).http.corsOrigins).toBe('*');
  });

  it('needs NODE_ENV on mainnet and where others reach it, and knows three values of it', () => {
    const mainnet = { ...needed, BCH_NETWORK: 'mainnet' };
    for (const given of [mainnet, { ...needed, HOST: '0.0.0.0' }, { ...needed, TRUST_PROXY: '10.0.0.0/8' }])
      expect(() => loadConfig(given)).toThrow(/NODE_ENV is required/);
    expect(() => loadConfig({ ...needed, NODE_ENV: 'prod' })).toThrow(/NODE_ENV must be one of/);
    expect(() => loadConfig({ ...mainnet, NODE_ENV: 'development', HOST: '0.0.0.0' })).toThrow(
      /NODE_ENV must be production/,
    );
    expect(loadConfig({ ...mainnet, NODE_ENV: 'development' }).host).toBe('127.0.0.1');
  });

  it('has defaults for the rest', () => {
    expect(loadConfig(needed)).toMatchObject({
      port: 3002,
      confirmations: 1,
      startHeight: 0,
      watcher: 'protect',
      apiDatabaseUrl: undefined,
    });
    expect(loadConfig({ ...needed, NODE_ENV: 'development', BCH_NETWORK: 'mainnet' }).startHeight).toBe(890_000);
    expect(loadConfig(needed).electrumUrls.length).toBeGreaterThan(1);
  });
});
