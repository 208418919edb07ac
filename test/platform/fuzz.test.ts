import { testFuzz } from '../support/fuzz-api.ts';

testFuzz({ phases: 'examples,fuzzing', maxExamples: 2, answers: { 200: 20, 400: 5, 404: 1 } });
