import Type from 'typebox';

/** What every answered request says first. */
export const Success = () => Type.Literal(true, { description: 'The request was answered.' });
