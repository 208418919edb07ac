import { testFuzz } from '../support/fuzz-api.ts';

testFuzz({
  phases: 'examples,coverage,fuzzing',
  maxExamples: 120,
  answers: { 200: 300, 400: 300, 404: 50 },
});
