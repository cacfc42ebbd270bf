export { numberFields } from './answers'
export { createRegistrationAnswers, type RegistrationAnswers } from './service'
export { answersAtSignUp } from './sign-up'
export { answersOf, dropAnswers, storeAnswers } from './storing'
