import type { loadConfig } from './load-config.js';

/** All settings of the process. */
export type Config = ReturnType<typeof loadConfig>;

/** Settings of the HTTP layer. */
export type HttpConfig = Config['http'];

/** How callers identify themselves. */
export type AuthConfig = HttpConfig['auth'];

/** Limits of exports. */
export type ExportsConfig = HttpConfig['exports'];

/** Limits of clients that follow events. */
export type FollowersConfig = HttpConfig['followers'];

/** Settings of the console, where this process serves it. */
export type ConsoleConfig = NonNullable<HttpConfig['console']>;

/** Settings of the guide, the documentation site, where this process serves it. */
export type GuideConfig = NonNullable<HttpConfig['guide']>;
