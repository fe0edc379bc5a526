import { parse } from 'yaml';
import { textOf } from './support/manifests.js';
import { evaluate, metricsOf, type Series } from './support/promql.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: { readonly runbook: string };
}

const { groups } = parse(textOf('deploy/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const LONG = 100;
const steady = (value: number): number[] => Array.from({ length: LONG }, () => value);
const growing = (by: number): number[] => Array.from({ length: LONG }, (_, minute) => by * minute);
const one = (name: string, bad: number[], good: number[], labels = {}): [Series[], Series[]] => [
  [{ name, labels, values: bad }],
  [{ name, labels, values: good }],
];
const ratio = (above: string, below: string, bad: number, good: number, of: number): [Series[], Series[]] => {
  const with_ = (by: number): Series[] => [
    { name: above, values: growing(by) },
    { name: below, values: growing(of) },
  ];
  return [with_(bad), with_(good)];
};

/** What makes each alert fire, and what does not. */
const SCRIPTS: Readonly<Record<string, [Series[], Series[]]>> = {
  WeirApiDown: one('up', steady(0), steady(1), { job: 'weir-api' }),
  WeirIndexerDown: one('up', steady(0), steady(1), { job: 'weir-indexer' }),
  WeirErrors: ratio('http_errors_total', 'http_request_duration_seconds_count', 5, 1, 100),
  WeirWatcherLeaderMissing: one('weir_watcher_is_leader', steady(0), steady(1), { watcher: 'stream' }),
  WeirWatcherLate: one('weir_watcher_round_age_seconds', steady(200), steady(30), { watcher: 'stream' }),
  WeirChainUnclear: one('weir_watcher_unsettled_seconds', steady(1_000), steady(60), { watcher: 'stream' }),
  WeirFinalReorganised: one('weir_final_reorganised', steady(1), steady(0)),
  WeirNoticesAtRisk: one('weir_notices_at_risk', steady(1), steady(0)),
  WeirNoticeEndsOverdue: one('weir_notice_ends_due', steady(1), steady(0)),
  WeirWatcherRefused: one('weir_watcher_refused_total', growing(1), steady(7)),
  WeirTipOld: one('weir_tip_age_seconds', steady(11_000), steady(3_000)),
  WeirElectrumDisagree: one('weir_electrum_height_spread_blocks', steady(3), steady(1)),
  WeirElectrumGone: one('weir_electrum_usable', steady(0), steady(1), { server: 'a' }),
  WeirElectrumServerDown: one('weir_electrum_usable', steady(0), steady(1), { server: 'a' }),
  WeirOracleSilent: one('weir_oracle_message_age_seconds', steady(1_000), steady(80), { oracle: 'USD-02d09db0' }),
  WeirOracleLied: one('weir_oracle_lies', steady(1), steady(0), { oracle: 'USD-02d09db0' }),
  WeirEventsBehind: one('weir_events_unpublished_age_seconds', steady(60), steady(1)),
  WeirWebhooksBehind: one('weir_webhook_deliveries_due_age_seconds', steady(900), steady(10)),
  WeirMailsBehind: one('weir_mails_due_age_seconds', steady(300), steady(2)),
  WeirMailsDeferred: one('weir_mails_deferred', steady(30), steady(3)),
  WeirDatabaseCrowded: ratio('weir_db_waited_seconds_total', 'weir_db_waits_total', 60, 1, 100),
  WeirStandbyAway: one('weir_standby_usable', steady(0), steady(1), { standby: 'a' }),
  WeirIndexerPaused: one('indexer_paused', steady(1), steady(0)),
  WeirHistoryHidden: one('indexer_scripts_hidden', steady(1), steady(0)),
};

/** The first minute at which a rule fires; undefined where it never does. */
const firesAt = ({ expr, for: patience }: Rule, series: readonly Series[]): number | undefined => {
  let since: number | undefined;
  for (let minute = 0; minute < LONG; minute += 1) {
    const found = evaluate(expr, series, minute);
    since = typeof found !== 'number' && found.length > 0 ? (since ?? minute) : undefined;
    if (since !== undefined && minute - since >= Number.parseInt(patience, 10)) return minute;
  }
  return undefined;
};

describe('the alerts', () => {
  it('are all scripted here', () => {
    expect(rules.map(({ alert }) => alert).sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  it.each(rules)('$alert fires once it is so for long enough, and not else', (rule) => {
    const [bad = [], good = []] = SCRIPTS[rule.alert] ?? [];
    expect(firesAt(rule, bad)).toBeGreaterThanOrEqual(Number.parseInt(rule.for, 10));
    expect(firesAt(rule, good)).toBeUndefined();
  });

  it.each(rules)('$alert has a runbook', ({ alert, annotations }) => {
    expect(annotations.runbook).toBe('docs/operations.md#runbook-alerts');
    expect(textOf('docs/operations.md')).toMatch(new RegExp(`^- \\*\\*${alert}\\.\\*\\* \\S.{60,}`, 'm'));
  });
});

describe('the dashboard', () => {
  it('asks in PromQL, with panels of different ids', () => {
    const { panels } = JSON.parse(textOf('deploy/monitoring/dashboard.json')) as {
      panels: { id: number; targets: { expr: string }[] }[];
    };
    expect(panels.length).toBeGreaterThan(10);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets } of panels) for (const { expr } of targets) expect(metricsOf(expr)).not.toEqual([]);
    expect(() => metricsOf('sum(')).toThrow(SyntaxError);
  });
});
