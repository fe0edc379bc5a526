import fc from 'fast-check';
import { buildApp } from '../../src/app.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

/** WEIR_FUZZ_RUNS asks for more (`npm run fuzz`); WEIR_SEED for others. */
const RUNS = Number(process.env['WEIR_FUZZ_RUNS'] ?? 100);

describe('any request to /docs', () => {
  const paths = fc.oneof(
    fc.constantFrom(
      'json',
      'yaml',
      '',
      'static/swagger-ui.css',
      'static/index.html',
      'static/',
      'uiConfig',
      'initOAuth',
    ),
    fc
      .array(fc.constantFrom('static', '..', '%2e%2e', '..%5c', '%00', 'a', '.', '%', '%2f', '~', '.git'), {
        maxLength: 6,
      })
      .map((parts) => parts.join('/')),
  );
  const values = fc.constantFrom(
    ...['*', '"x"', 'W/"x"', 'nonsense', 'bytes=0-', 'bytes=99999999-', 'bytes=5-1', 'bytes=0-1,3-4', 'bytes=-0', ''],
    ...['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'],
  );
  const names = ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];
  const headers = fc.record(Object.fromEntries(names.map((name) => [name, values])), { requiredKeys: [] });

  it('is never a fault of ours, with any condition and range', async () => {
    const app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
    const property = fc.asyncProperty(paths, headers, async (path, given) => {
      const { statusCode, body } = await app.inject({ url: `/docs/${path}`, headers: given as Record<string, string> });
      if (statusCode >= 500) throw new Error(`${statusCode}: ${body.slice(0, 200)}`);
    });
    await fc.assert(property, { numRuns: RUNS });
    await app.close();
  });
});
