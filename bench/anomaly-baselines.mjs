// Detectors to compare with. Both have the same floors for money and percent, and report days in a row once.
const minRise = 10;
const minPercent = 20;

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function deviation(numbers) {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((number) => (number - middle) ** 2)));
}

/** Alerts when a day costs more than the mean of the seven days before it by a number of percent. */
export const sevenDayMean = (percent) => () =>
  oncePerRun((past, amount) => {
    if (past.length < 14) return false;
    const expected = mean(past.slice(-7));
    return amount > expected * (1 + percent / 100) && amount - expected >= minRise;
  });

/** Alerts when a day is more than three standard deviations above the same weekday of the last eight weeks. */
export const seasonalZScore = () =>
  oncePerRun((past, amount) => {
    const sameWeekday = [];
    for (let index = past.length - 7; index >= 0 && sameWeekday.length < 8; index -= 7) {
      sameWeekday.push(past[index]);
    }
    if (sameWeekday.length < 3) return false;
    const expected = mean(sameWeekday);
    const rise = amount - expected;
    return (
      rise > 3 * deviation(sameWeekday) && rise >= minRise && rise > (minPercent / 100) * expected
    );
  });

function oncePerRun(isHigh) {
  const past = [];
  let wasHigh = false;
  return (amount) => {
    const isHighToday = isHigh(past, amount);
    const isFirst = isHighToday && !wasHigh;
    wasHigh = isHighToday;
    past.push(amount);
    return isFirst;
  };
}
