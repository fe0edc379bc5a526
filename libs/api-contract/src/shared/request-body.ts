import Type, { type TObject, type TObjectOptions, type TProperties } from 'typebox';

/**
 * A request's body, or an object inside one. Fields it does not name are refused: a client that says `startDate` where it
 * means `startTime` would else get terms it did not ask for, and money would follow them.
 */
export const RequestBody = <Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> => Type.Object(properties, { ...options, additionalProperties: false });

/** The body of a route that needs nothing but its path: none, or an empty object. */
export const NoFields = RequestBody({}, { description: 'Nothing: no body, or an empty object.' });
