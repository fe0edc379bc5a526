import { SETTING_NAMES } from './setting-names.js';
import { similarSetting, unknownSettings } from './unknown-settings.js';

describe('unknownSettings', () => {
  it('accepts every setting, and the variables of other programs', () => {
    const known = Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x']));
    const others = [
      ...['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'LANG', 'LOGNAME', 'MAIL', 'NODE_OPTIONS', 'NODE_VERSION', 'PGUSER'],
      ...['OTEL_TRACES_SAMPLER', 'OTEL_EXPORTER_OTLP_HEADERS', 'POSTGRES_PASSWORD', 'SHELL', 'SSH_CONNECTION', 'TERM'],
      ...['TMPDIR', 'TZ', 'USER', 'XDG_RUNTIME_DIR', 'npm_config_cache', 'WEIR_SEED', 'KUBERNETES_PORT', '_'],
    ];
    expect(unknownSettings({ ...known, ...Object.fromEntries(others.map((name) => [name, 'x'])) })).toEqual([]);
  });

  it.each([
    ['RATE_LIMT_MAX', 'RATE_LIMIT_MAX'],
    ['rate_limit_max', 'RATE_LIMIT_MAX'],
    ['RATELIMIT_MAX', 'RATE_LIMIT_MAX'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['BCH_NETWROK', 'BCH_NETWORK'],
    ['ELECTRUM_URL', 'ELECTRUM_URLS'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['PROT', undefined],
    ['WATCHERS', 'WATCHER'],
    ['NODE-ENV', 'NODE_ENV'],
  ])('names the setting that %s is similar to: %s', (name, setting) => {
    expect(similarSetting(name)).toBe(setting);
    expect(unknownSettings({ [name]: 'x' })).toEqual(
      setting === undefined ? [] : [`${name} is not a setting and has no effect: did you mean ${setting}?`],
    );
  });

  it('reports a name that begins as settings do', () => {
    expect(unknownSettings({ QUOTA_OF_EVERYTHING: '1', CONSOLE_THEME: 'dark' })).toEqual([
      'QUOTA_OF_EVERYTHING is not a setting and has no effect: docs/operations.md lists all settings',
      'CONSOLE_THEME is not a setting and has no effect: docs/operations.md lists all settings',
    ]);
  });
});
