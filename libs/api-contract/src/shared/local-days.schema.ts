import Type from 'typebox';
import { Integer, Text } from './fields.schema.js';

/**
 * Makes the fields that say days of the month and a time of day: of requests, and of answers.
 *
 * @param months what `months` says
 * @param falls what happens on such a day, as in `vests`
 */
export const localDays = (months: string, falls: string) => {
  const day = `Day of the month. A month that does not have it ${falls} on its last day: 31 is the last day of each month.`;
  const time = 'Time of day at the distance from UTC, as in `09:00` or `23:59:59`.';
  const utcOffset = `Distance from UTC, as in \`+05:30\`, \`-03:00\` or \`+00:00\`. It never changes: a contract knows no daylight saving time. With the smallest distance of a zone nothing ${falls} early by its clocks.`;
  return {
    dayInput: {
      months: Type.Integer({ minimum: 1, maximum: 12, description: months }),
      day: Type.Integer({ minimum: 1, maximum: 31, description: day }),
    },
    timeInput: {
      time: Type.String({ maxLength: 16, description: time }),
      utcOffset: Type.String({ maxLength: 64, description: utcOffset }),
    },
    day: { months: Integer(months), day: Integer(day) },
    time: { time: Text(time), utcOffset: Text(utcOffset) },
  };
};
