import { useMemo } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'

interface TipProps {
  locale: string
  text: string
  target: React.RefObject<Element>
  leave(): void
}

export function Tip({ locale, text, target, leave }: TipProps) {
  const state = useMemo(
    () => ({ isOpen: true, shouldSkipAnimation: true, open: () => {}, close: leave }),
    [leave]
  )
  return (
    <I18nProvider locale={locale}>
      <TooltipTriggerStateContext.Provider value={state}>
        <Tooltip className="tip" triggerRef={target} placement="top" offset={6}>
          {text}
        </Tooltip>
      </TooltipTriggerStateContext.Provider>
    </I18nProvider>
  )
}
