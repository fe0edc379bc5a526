import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { Check, Errors } from 'typebox/value';
import type { Method } from '../electrum/rpc/method.js';
import { invalidParams, isObject } from '../electrum/rpc/rpc-message.js';
import type { CallContext } from '../electrum/services.js';

const problemOf = (form: TObject, request: object): string => {
  const [error] = Errors(form, request);
  const path = (error?.instancePath ?? '').split('/').slice(1);
  const missing = error?.keyword === 'required' ? error.params.requiredProperties.slice(0, 1) : [];
  return `${[...path, ...missing].join('.')}: ${error?.message ?? 'is wrong'}`;
};

/** Defines a control call, which takes at most one parameter: an object. A member that is wrong is refused by name. */
export const control = <Members extends TProperties>(
  members: Members,
  handle: (context: CallContext, request: Static<TObject<Members>>) => unknown,
): Method<CallContext> => {
  const form = Type.Object(members);
  return {
    min: 0,
    max: 1,
    handle: (context, [request = {}]) => {
      if (!isObject(request)) throw invalidParams('Expected one object as the parameter');
      if (!Check(form, request)) throw invalidParams(problemOf(form, request));
      return handle(context, request);
    },
  };
};
