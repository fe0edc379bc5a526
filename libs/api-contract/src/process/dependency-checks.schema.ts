import Type from 'typebox';
import { Nullable } from '../shared/nullable.js';

/** Why a check is not ok. */
export const reason = Type.Optional(Type.String({ description: 'What is wrong.' }));

/** Checks of what every service depends on: its database and the chain. */
export const dependencyChecks = {
  database: Type.Object({
    ok: Type.Boolean({ description: 'Whether it can be read. One that only takes no writes is ok, with a reason.' }),
    reason,
  }),
  electrum: Type.Object({
    ok: Type.Boolean(),
    reason,
    height: Nullable(Type.Integer({ description: 'Height of the newest block.' })),
    tipAgeSeconds: Nullable(Type.Integer({ description: "Age of the newest block by the chain's median time." })),
  }),
};
